// Package all is the list of the games that plylog offers. Offering a further
// one takes one line here, and giving up a ruleset that has stored games none:
// old rulesets stay in the list and go on validating the games that began under
// them.
//
// May import: engines and the engines themselves.
package all
