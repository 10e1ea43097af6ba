// Package wording says in a line or two what happened in a game, how it stands,
// and why something was refused.
//
// Promises. The field's words for the seats come before our own. Boards are
// drawn by the engines from the board line alone; where there is no engine for
// it, or the engine cannot read it, the line itself stands for the board.
//
// May import: api/client, engines, events.
package wording
