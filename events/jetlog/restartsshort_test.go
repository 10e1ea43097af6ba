//go:build !torture

package jetlog_test

// followRestarts is how often the server is restarted under a log that is followed.
const followRestarts = 4
