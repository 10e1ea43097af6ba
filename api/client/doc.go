// Package client speaks to a plylog server over HTTP.
//
// Promises. Every command goes out under an id, made here if the caller brings
// none, so that it may be sent again when nobody answers: a command is stored
// once however often it was sent. What can pass (a lost race, a server that
// stops, a network that fails) is tried again with growing pauses; what cannot
// is returned at once, as a *Problem with the server's own words. Follow yields
// every event of a game once, in order, across broken connections and restarts of
// the server, and says so if the server skips one. Redirects are not followed,
// so a token goes to the server that it was given for and nowhere else.
//
// May import: events, events/dice, the words of engines, and of events/play.
package client
