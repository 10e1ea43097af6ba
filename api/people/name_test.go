package people_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"plylog/api/people"
	"plylog/events"
)

func TestReadName(t *testing.T) {
	for text, want := range map[string]string{
		"Ann": "Ann", "Ann Lee": "Ann Lee", "O'Neil-2": "O'Neil-2", "A\u0308nn": "Änn", "बाघ चाल": "बाघ चाल", "نرگس": "نرگس",
		"می\u200cخواهم": "می\u200cخواهم", "ሰላም": "ሰላም", "李雷": "李雷", "a.": "a.", strings.Repeat("ä", 30): strings.Repeat("ä", 30),
		"": "", "A": "", "..": "", "__": "", " Ann": "", "Ann ": "", "A  n": "", strings.Repeat("a", 31): "", "Ann\n": "", "Ann\t": "", "A\u00a0nn": "",
		"Ann\u202eeel": "", "Ann\u2066": "", "\u200bAnn": "", "Ann\u200d": "", "1\u200d2": "", "<b>": "", `"Ann"`: "", "a@b": "", "Ann😀": "", "A\x00n": "",
		"\u0301Ann": "", "A \u0301n": "", "\xff\xfe": "", "Ann\u2028Lee": "", strings.Repeat("a\u0301", 400): "",
	} {
		got, err := people.ReadName(text)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v; want %q", text, got, err, want)
		}
	}
}

// A name is taken as it is read.
func FuzzReadName(f *testing.F) {
	for _, s := range []string{"Ann Lee", "A\u0308nn", "می\u200cخواهم", "Ann\u202eeel", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		name, err := people.ReadName(text)
		if err != nil {
			return
		}
		if n := utf8.RuneCountInString(name); n < 2 || n > 30 || strings.ContainsAny(name, "<>&\"\r\n\t\u202e\u2066") {
			t.Fatalf("%q is read as %q", text, name)
		}
		if again, err := people.ReadName(name); err != nil || again != name {
			t.Fatalf("%q is read again as %q, %v", name, again, err)
		}
	})
}

func TestMadeUp(t *testing.T) {
	if got := people.MadeUp("p_abc"); got != "Patient Kestrel 59" {
		t.Errorf("p_abc is called %s by now", got) // for ever: people know each other by it
	}
	seen := make(map[string]int)
	for i := range 2000 {
		id := events.PlayerID("p_" + strings.Repeat("x", i%60+1) + string(rune('a'+i%26)))
		name := people.MadeUp(id)
		if _, err := people.ReadName(name); err != nil {
			t.Errorf("%s cannot be a name", name)
		}
		seen[name]++
	}
	if len(seen) < 500 {
		t.Errorf("only %d names", len(seen))
	}
}

func TestDevice(t *testing.T) {
	for agent, want := range map[string]string{
		"Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0":                                                                  "Firefox, Linux",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0":               "Edge, Windows",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1": "Safari, iPhone",
		"Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36":                   "Chrome, Android",
		"curl/8.5.0": "curl", "": "", "<script>": "",
		strings.Repeat("x", 1<<16) + "Firefox/": "",
	} {
		if got := people.Device(agent); got != want {
			t.Errorf("%.80s is %q, want %q", agent, got, want)
		}
	}
}
