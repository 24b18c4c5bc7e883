// Package program holds the tests of the program as a whole: what a shell, a browser
// and the interface beside the page get from the built binary. It has no code of its
// own.
package program
