// Package restore is the command that makes a damaged store whole again, from
// copies of data folders and from exported games.
//
// Promises. What it reads is not changed. The new store is made beside the old one
// and checked before it takes its place; the old one stays, under another name. A
// store that contradicts or falls short of what was signed is not made.
//
// May import: everything but the other commands.
package restore
