package page

import (
	"bytes"
	"io/fs"
	"path"
	"regexp"
	"testing"
)

func TestLean(t *testing.T) {
	for _, c := range []struct{ name, source, want string }{
		{"code", "const a = 1;\n", "const a = 1;\n"},
		{"indentation", "if (a) {\n  b();\n\tc();\n}\n", "if (a) {\nb();\nc();\n}\n"},
		{"a line", "// why\na();\n", "\na();\n"},
		{"behind code", "a(); // why\n", "a();\n"},
		{"types in code", "a(/** @type {b} */ (c), /** @type {d[]} */ (e));\n", "a((c), (e));\n"},
		{"a type that does not end", "a(/** @type {b}\n", "a(/** @type {b}\n"},
		{"what looks like a comment", "{ Accept: '*/*' }\n", "{ Accept: '*/*' }\n"},
		{"a block", "/**\n * Says. @param {a} b\n */\nf();\n", "\n\n\nf();\n"},
		{"a block on a line", "  /** @type {a} */\n  b = 1;\n", "\nb = 1;\n"},
		{"code behind a block", "/** @type {any} */ (a).b();\n", "(a).b();\n"},
		{"two blocks", "/* a */ /* b */ c();\n", "c();\n"},
		{"an address", "a('https://b');\n", "a('https://b');\n"},
		{"no end", "/* a\nb", "\n\n"},
		{"nothing", "", ""},
	} {
		if got := string(lean([]byte(c.source), false)); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestSqueeze(t *testing.T) {
	for _, c := range []struct{ name, source, want string }{
		{"signs", "const a = b ? { c, d: [1, 2] } : (e) => f;", "const a=b?{c,d:[1,2]}:(e)=>f;"},
		{"words", "return typeof a in b && async function c() {}", "return typeof a in b&&async function c(){}"},
		{"words of other scripts", "में = ने + १ में", "में=ने+१ में"},
		{"a private name", "static #a = this.#b;", "static #a=this.#b;"},
		{"two signs", "a + +b - -c + d++ - --e", "a+ +b- -c+d++- --e"},
		{"division", "a / b / c", "a/b/c"},
		{"a pattern behind a division", "a / /b c/.d", "a/ /b c/.d"},
		{"a fraction", "a ? .5 : 1", "a? .5:1"},
		{"quotes", "a( 'b  c' , \"d 'e\" )", "a('b  c',\"d 'e\")"},
		{"quotes in quotes", `a('b\'  c', d )`, `a('b\'  c',d)`},
		{"templates", "a(`b ${ c ? `d ${e}  f` : '}  `' } g` , h )", "a(`b ${ c ? `d ${e}  f` : '}  `' } g`,h)"},
		{"a template with an object", "a(`${ b({ c: 1 }) }  d`, e )", "a(`${ b({ c: 1 }) }  d`,e)"},
		{"patterns", "a.b(/ '  [/  ]/g, c ) ; return /d  e/", "a.b(/ '  [/  ]/g,c);return/d  e/"},
		{"an escaped slash", `a = /b\/  c/ ;`, `a=/b\/  c/;`},
		{"not ended", "a = 'b  c", "a='b  c"},
		{"not ended either", "a = `b  ${c", "a=`b  ${c"},
		{"at the ends", " a ", "a"},
	} {
		if got := string(squeeze([]byte(c.source))); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// What lean cannot read stands in no file: texts over several lines, and comments
// that begin behind code and end below; and patterns where only those who know the
// whole language tell them from a division.
func TestFilesCanBeLean(t *testing.T) {
	quoted := regexp.MustCompile(`'(?:[^'\\]|\\.)*'|\[[^\]]*\]`)
	slashed := regexp.MustCompile(`\) /[^ /*>]`) // what divides has a space behind it
	seen := 0
	err := fs.WalkDir(static, "static", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".js" && path.Ext(name) != ".css" {
			return err
		}
		seen++
		body, err := static.ReadFile(name)
		if err != nil {
			return err
		}
		n := 0
		for line := range bytes.Lines(body) {
			n++
			if bytes.Count(quoted.ReplaceAll(line, nil), []byte("`"))%2 != 0 {
				t.Errorf("%s:%d: a text over several lines", name, n)
			}
			for _, text := range quoted.FindAll(line, -1) {
				if bytes.HasPrefix(text, []byte("'")) && (bytes.Contains(text, []byte(behindCode)) || bytes.Contains(text, []byte(ofType))) {
					t.Errorf("%s:%d: a text that holds what begins a comment", name, n)
				}
			}
			if path.Ext(name) == ".js" && slashed.Match(quoted.ReplaceAll(line, nil)) {
				t.Errorf("%s:%d: a pattern where a division may stand", name, n)
			}
			if text := bytes.TrimSpace(line); !bytes.HasPrefix(text, []byte("/*")) && !bytes.HasPrefix(text, []byte("*")) && !bytes.HasPrefix(text, []byte("//")) &&
				bytes.Count(text, []byte("/*")) > bytes.Count(text, []byte("*/")) && !bytes.Contains(text, []byte("'*/*'")) {
				t.Errorf("%s:%d: a comment that begins behind code and ends below", name, n)
			}
		}
		return nil
	})
	if err != nil || seen < 20 {
		t.Errorf("%d files were read, %v", seen, err)
	}
}
