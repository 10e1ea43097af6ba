// Package nim is a tiny game that tests play: one heap of stones, each turn
// takes one to three, who takes the last wins. It shows that a fifth game needs
// its own folder and nothing else, and it lets the tests of the log, the handler
// and the API run games whose outcome fits in a reader's head.
//
// May import: the standard library, engines.
package nim
