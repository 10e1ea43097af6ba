package baghchal

import "plylog/engines"

// MayAgree implements engines.Agreer: the two may call it a draw for as long as
// the game goes on. No other draw exists here; a repetition is barred (BC-12).
func (p *Position) MayAgree() bool { return p.Turn() != engines.Nobody }
