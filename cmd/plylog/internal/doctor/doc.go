// Package doctor looks at what a server stands on (folder, disk, store or NATS
// servers, clock, addresses, certificates, mail) and says of each what it found and what to do.
//
// Promises. It changes nothing: no setting, no store, no letter is sent; what it
// writes to measure the disk it takes away again. Every finding that is not in order
// comes with its remedy. Whatever hangs is given up after a few seconds. It can be run
// beside the server and without it: a store that is in use is asked through its
// server, one that is not is read record by record.
//
// May import: datadir, certs, api/post, api/people/provider, events/jetlog, events/merkle, NATS,
// golang.org/x/mod, golang.org/x/sys and the standard library.
package doctor
