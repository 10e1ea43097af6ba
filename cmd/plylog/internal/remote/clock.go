package remote

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"plylog/cmd/plylog/internal/console"
)

// readClock reads --clock: a time control in the short form in which people write
// one, or as the API takes it. Whether its numbers are in range is the server's
// to say.
func readClock(s string) (json.RawMessage, error) {
	bad := console.Fail(console.Usage, "--clock %q: want 5m+3s, 5m/10s, 10m/5x30s, 3d or JSON", s)
	if s == "" {
		return nil, nil
	}
	if s[0] == '{' {
		if !json.Valid([]byte(s)) {
			return nil, bad
		}
		return json.RawMessage(s), nil
	}
	if days, ok := strings.CutSuffix(s, "d"); ok {
		n, err := strconv.Atoi(days)
		if err != nil {
			return nil, bad
		}
		return fmt.Appendf(nil, `{"kind":"correspondence","days":%d}`, n), nil
	}
	main, more, slash := strings.Cut(s, "/")
	if !slash {
		var plus bool
		if main, more, plus = strings.Cut(s, "+"); !plus {
			more = "0s"
		}
	}
	times, period, overtime := strings.Cut(more, "x")
	if !overtime {
		period = more
	}
	base, err := time.ParseDuration(main)
	if err != nil {
		return nil, bad
	}
	extra, err := time.ParseDuration(period)
	if err != nil {
		return nil, bad
	}
	switch {
	case slash && overtime:
		n, err := strconv.Atoi(times)
		if err != nil {
			return nil, bad
		}
		return fmt.Appendf(nil, `{"kind":"byoyomi","base":%d,"period":%d,"periods":%d}`, base.Milliseconds(), extra.Milliseconds(), n), nil
	case overtime:
		return nil, bad
	case slash:
		return fmt.Appendf(nil, `{"kind":"delay","base":%d,"delay":%d}`, base.Milliseconds(), extra.Milliseconds()), nil
	default:
		return fmt.Appendf(nil, `{"kind":"fischer","base":%d,"increment":%d}`, base.Milliseconds(), extra.Milliseconds()), nil
	}
}
