// Package enginetest is what every engine must satisfy: the laws of a Position
// in random play and on given boards, scripts that show each rule at work, and
// a check that each rule of the engine's RULES.md is kept in code and shown in
// a script. An engine's own test is one call of [Run] and one of each Fuzz
// function.
//
// Promises. Random play is seeded, so a run is the same every time, and a
// failure names the seed and the moves that led to it. A failed script names
// file, case and line, and what was there instead. The suite keeps no state
// between runs.
//
// # Laws
//
// At every position that random play, a script or a fuzzed board reaches: the
// seat on turn has at least one choice and the other seat none; choices are
// unique, canonical and playable; whatever is refused is refused with an
// *engines.IllegalError that names rule, code and reason; playing a move leaves
// the position it was made in unchanged; Turn is Nobody exactly when there is a
// result; the board line reads back to the same position and, but for what
// history bars, to the same choices. Further laws hold for the optional
// interfaces (Drawer, Passer, Repeater, Barrer, Claimer, Resigner, Corrector,
// Counter) where a position has them, and a Reference, where given, must agree.
//
// # Scripts
//
// Files testdata/scripts/*.txt in the engine's folder hold cases, each begun by
// a line "== name". A line "# rule: BG-9 BG-8" says which rules a case shows;
// any other line that starts with # is a comment. The remaining lines are
// statements, executed in order; the first that fails ends its case.
//
//	new {"openingReroll":true}       begin with New under these options ({} may be left out)
//	new {...} | LINE                 begin with New from a given board
//	board LINE                       begin with Parse
//	draw 6-1                         Draw succeeds
//	play SEAT MOVE [=> CANONICAL]    Play succeeds; Canonical is that
//	refuse SEAT MOVE RULE CODE       Play and Canonical refuse with exactly this rule and code
//	ambiguous SEAT MOVE RULE CODE : M | M    as refuse, with exactly these candidates
//	legal SEAT M | M | M             the seat's choices are exactly these ("-" for none)
//	count SEAT N                     the number of choices
//	barred SEAT MOVE RULE CODE       Barred lists this move so
//	seen N                           Repeater.Seen
//	stood SEAT MOVE N                Choice.Seen of the choice written so
//	turn SEAT                        first, second, chance or nobody
//	line LINE                        Board is exactly this
//	claim SEAT CLAIM => WINNER       Claim succeeds (first, second or draw)
//	claim SEAT CLAIM refused RULE CODE
//	resign SEAT VALUE => WINNER POINTS now|offer
//	resign SEAT VALUE refused RULE CODE      VALUE "-" is the empty value
//	correct SEAT MOVE [=> LINE]      Correct succeeds; Board is then that
//	correct SEAT MOVE refused RULE CODE
//	over WINNER POINTS REASON [A-B]  the result, with its score where the game counts
//	going                            there is no result yet
//	badboard LINE RULE               Parse refuses, naming this rule ("-" for none)
//	badoption {...} NAME             New refuses, naming this option ("-" for none)
//
// # Rule coverage
//
// RULES.md has one heading "### BG-9" for each rule, with its text below. A
// rule is covered when a non-test Go file of the folder says "// Rule: BG-9"
// where it keeps it and a script case cites it. A rule that another package
// keeps has a line "Kept by: events/play" below its heading and needs neither.
//
// # Bots
//
// An engine that thinks is held to the laws of [RunThinking] besides, by one more
// call: at every level it chooses a legal move, the same under the same
// circumstances, and stops when it is told to.
//
// May import: the standard library, plylog/engines. It is for tests only.
package enginetest
