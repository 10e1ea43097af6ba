package events_test

import (
	"testing"

	"plylog/events"
)

// The ids are in stores for ever.
func TestSeriesGame(t *testing.T) {
	first, err := events.ParseGameID("0197c0de-0000-7000-8000-000000000001")
	if err != nil {
		t.Fatal(err)
	}
	for number, want := range map[int]string{
		0: first.String(),
		1: first.String(),
		2: "4ddc8592-99ed-85db-be4e-0cacd90b5f71",
		3: "ee6505d4-4983-853a-8349-3dd9a346777f",
	} {
		if got := events.SeriesGame(first, number).String(); got != want {
			t.Errorf("game %d is %s, want %s", number, got, want)
		}
	}
}
