// Package bench is the command that measures plylog against the plainest thing
// that does the same job: raw publishes, a map of channels, a reader that decodes
// nothing, a slow counter in C.
//
// Promises. Raw and ours run in one process and by turns inside every round, so
// that whatever else the machine does meets both; the figures are medians over
// the rounds, the ratio is the median of the rounds' own ratios. What is
// prepared beforehand is prepared for both sides alike, and whatever is measured
// is counted and checked: a side that loses or miscounts is an error, not a
// figure. A target that was missed is a line of the report; what could not be
// measured is said loudly and is no line of success.
//
// DESIGN.md says what is measured against what, and why.
//
// May import: everything but the other commands' insides.
package bench
