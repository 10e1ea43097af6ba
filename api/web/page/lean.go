package page

import "bytes"

// lean leaves out of a script or a sheet of style what is for its readers alone:
// comments, and indentation. Every line stays where it is, so that an error in a
// browser names the line of the source. It knows no strings: a text that goes over
// several lines, or holds what begins a comment, must not stand in a file (its tests
// look).
func lean(body []byte) []byte {
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
			out = append(out, bare(text)...)
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
