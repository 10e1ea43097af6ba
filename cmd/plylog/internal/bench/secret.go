package bench

// secret is what seats, ids and dice of everything that is measured follow from,
// so that it is the same in every run.
var secret = []byte("plylog bench: the same games always")
