package baghchal_test

import (
	"testing"

	"plylog/engines"
	"plylog/engines/baghchal"
)

func TestDrawMayBeAgreedWhileTheGameGoesOn(t *testing.T) {
	for board, want := range map[string]bool{
		"T3T/5/5/5/T3T G 20 0":            true,
		"TTGG1/TTGG1/GGGG1/GGGG1/5 T 8 0": false, // no tiger can move: BC-10
	} {
		p, err := baghchal.New().Parse(board)
		if err != nil {
			t.Fatal(err)
		}
		a, ok := p.(engines.Agreer)
		if !ok || a.MayAgree() != want {
			t.Errorf("%s: may agree %t, want %t", board, ok && a.MayAgree(), want)
		}
	}
}
