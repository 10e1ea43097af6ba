// Package page is the web page: what a browser is sent, and the headers that keep it
// to itself.
//
// Promises. The page is plain files that stand in the binary, sent as they are but
// for comments, indentation and needless spaces, line by line, with no build step
// between. It uses nothing but the public interface and nothing from elsewhere: its
// Content-Security-Policy allows scripts, styles, images and connections of its own
// origin only, no inline script, no markup made of text (Trusted Types), and no frame
// around it. What a lesson is tried on is a private game, which the page ends when the
// lesson is left.
//
// May import: the standard library.
package page
