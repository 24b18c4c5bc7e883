// Package journal keeps a person's readings as notes: those that the person saved, and the
// last few of the others, so that buttons below them still work.
//
// An [Entry] holds a throw or the chart of a birth, never a text or a picture: these are
// made again when it is shown.
package journal
