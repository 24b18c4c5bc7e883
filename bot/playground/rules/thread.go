package rules

import (
	"slices"
)

// archiveTimes are the allowed periods of inactivity before archiving, in minutes.
var archiveTimes = []int{60, 1440, 4320, 10080}

// MaxThreadName is the maximum number of characters in a thread's name.
const MaxThreadName = 100

// Thread is a thread as the bot opens it.
type Thread struct {
	Name    string `json:"name"`
	Archive *int   `json:"auto_archive_duration"` // minutes
	Type    *int   `json:"type"`
}

// Check validates a name and an archive time.
func (d *Thread) Check() error {
	var f Fields
	length(&f, "name", d.Name, 1, MaxThreadName)
	if d.Archive != nil && !slices.Contains(archiveTimes, *d.Archive) {
		f.NotOneOf("auto_archive_duration", archiveTimes...)
	}
	return f.Err()
}
