// Package program holds the tests of the built binary, from a shell, a browser and the page's JSON
// interface.
package program
