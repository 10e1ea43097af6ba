// Package sim runs the write side and the read side over a simulated log, with
// every fault that a network, a disk, a clock and an impatient user can bring, and
// checks what must hold whatever happened.
//
// Promises. A run follows from its seed alone, to the byte: one command goes on at
// a time, each as a coroutine that rests wherever it meets the log, and the seed
// says which goes on next, what becomes of it, and what time it is. Nothing waits
// by the clock. What a run found wrong is told with the seed that shows it again.
//
// May import: engines, events, projections.
package sim
