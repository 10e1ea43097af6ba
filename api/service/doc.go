// Package service is plylog's interface over NATS: the micro service "plylog",
// which answers requests, and the live feed.
//
// Promises. A request is answered by the code that answers HTTP (api.Server.Call),
// in the same words: the same bodies, the same problems, and the HTTP status of a
// refusal as Nats-Service-Error-Code. Who acts is told by the seat token in the
// header Authorization and by nothing else that a message holds. An answer goes to
// an inbox that nobody can guess or nowhere: a request that wants it anywhere else
// is counted and not carried out. The feed has every event of a game that is not
// private once, behind storing and behind the read side; where it does not (a
// node takes over from one that died), the numbers show it.
//
// The connections are made by somebody else, who sees to it that they may do what
// their Grants say and no more.
//
// May import: api, events, projections, NATS.
package service
