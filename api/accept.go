package api

import (
	"strconv"
	"strings"
)

// The forms in which something is given.
const (
	formJSON   = "application/json"
	formNDJSON = "application/x-ndjson"
	formSSE    = "text/event-stream"
)

// mostRanges bounds how many media ranges of an Accept header are looked at.
const mostRanges = 16

// negotiate picks one of the forms on offer by an Accept header (RFC 9110,
// section 12.5.1): the one with the highest weight, the earlier offer among
// equals. Empty where the client takes none of them. No header takes all.
func negotiate(accept []string, offers ...string) string {
	if len(accept) == 0 || len(accept) == 1 && accept[0] == offers[0] {
		return offers[0]
	}
	ranges := strings.SplitN(strings.Join(accept, ","), ",", mostRanges+1)
	best, bestWeight := "", 0.0
	for _, offer := range offers {
		weight, closest := 0.0, -1
		for _, rng := range ranges[:min(len(ranges), mostRanges)] {
			typ, params, _ := strings.Cut(rng, ";")
			if c := closeness(strings.ToLower(strings.TrimSpace(typ)), offer); c > closest {
				closest, weight = c, weightOf(params)
			}
		}
		if weight > bestWeight {
			best, bestWeight = offer, weight
		}
	}
	return best
}

// closeness tells how exactly a media range names an offer: 2 by name, 1 by its
// first half, 0 as anything, -1 not at all.
func closeness(rng, offer string) int {
	half, _, _ := strings.Cut(offer, "/")
	switch rng {
	case offer:
		return 2
	case half + "/*":
		return 1
	case "*/*":
		return 0
	default:
		return -1
	}
}

// weightOf reads the q of a media range; 1 where there is none, 0 where it makes
// no sense.
func weightOf(params string) float64 {
	for p := range strings.SplitSeq(params, ";") {
		name, value, ok := strings.Cut(strings.TrimSpace(p), "=")
		if !ok || !strings.EqualFold(name, "q") {
			continue
		}
		if len(value) > 5 {
			return 0
		}
		q, err := strconv.ParseFloat(value, 64)
		if err != nil || !(q >= 0 && q <= 1) {
			return 0
		}
		return q
	}
	return 1
}
