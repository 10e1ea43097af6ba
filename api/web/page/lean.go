package page

import "bytes"

// lean leaves out of a script or a sheet of style what is for its readers alone:
// comments and indentation, and of a script the spaces between its words. Every line
// stays where it is, so that an error in a browser names the line of the source. It
// reads line by line: a text that goes over several of them, or holds what begins a
// comment, must not stand in a file (its tests look).
func lean(body []byte, script bool) []byte {
	out := make([]byte, 0, len(body))
	comment := false
	for line := range bytes.Lines(body) {
		text := bytes.TrimSpace(line)
		for comment || bytes.HasPrefix(text, []byte("/*")) {
			_, behind, ended := bytes.Cut(text, []byte("*/"))
			comment = !ended
			text = bytes.TrimSpace(behind)
			if comment {
				break
			}
		}
		if !bytes.HasPrefix(text, []byte("//")) {
			text = bare(text)
			if script {
				text = squeeze(text)
			}
			out = append(out, text...)
		}
		out = append(out, '\n')
	}
	return out
}

// bare is a line of code without the comments in it: those to its end, and types.
func bare(line []byte) []byte {
	line, _, _ = bytes.Cut(line, []byte(behindCode))
	for {
		before, rest, begins := bytes.Cut(line, []byte(ofType))
		_, behind, ends := bytes.Cut(rest, []byte("*/ "))
		if !begins || !ends {
			return line
		}
		line = append(bytes.Clone(before), behind...)
	}
}

const behindCode, ofType = " // ", "/** @type "
