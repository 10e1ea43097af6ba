package remote

import "testing"

func TestReadClock(t *testing.T) {
	for short, want := range map[string]string{
		"":                `""`,
		"5m":              `{"kind":"fischer","base":300000,"increment":0}`,
		"5m+3s":           `{"kind":"fischer","base":300000,"increment":3000}`,
		"1m30s/5s":        `{"kind":"delay","base":90000,"delay":5000}`,
		"10m/5x30s":       `{"kind":"byoyomi","base":600000,"period":30000,"periods":5}`,
		"3d":              `{"kind":"correspondence","days":3}`,
		`{"kind":"none"}`: `{"kind":"none"}`,
	} {
		got, err := readClock(short)
		if err != nil || short != "" && string(got) != want {
			t.Errorf("%q: %s, %v; want %s", short, got, err, want)
		}
	}
	for _, bad := range []string{"5", "m", "5m+", "5m+x", "5m/", "5x30s", "5m/x30s", "5m/fivex30s", "d", "3.5d", "{", "5m+2x3s"} {
		if got, err := readClock(bad); err == nil {
			t.Errorf("%q is read as %s", bad, got)
		}
	}
}
