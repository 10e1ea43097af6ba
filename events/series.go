package events

import "strconv"

// SeriesGame returns the id of game number 1, 2, 3 … of a series. The series has
// the id of its first game; those of the others follow from it, so that whoever
// makes the next game makes the same one, and whoever knows a series can list it.
func SeriesGame(series GameID, number int) GameID {
	if number <= 1 {
		return series
	}
	return DeriveID("plylog series", series.String(), strconv.Itoa(number))
}
