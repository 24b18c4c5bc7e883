package rules

import (
	"slices"
)

// archiveTimes are after how many minutes of silence a thread may be archived.
var archiveTimes = []int{60, 1440, 4320, 10080}

// MaxThreadName is how many characters a thread's name has.
const MaxThreadName = 100

// Thread is a thread as the bot opens it.
type Thread struct {
	Name    string `json:"name"`
	Archive *int   `json:"auto_archive_duration"` // minutes
	Type    *int   `json:"type"`
}

// Check refuses a name or an archive time that Discord does not take.
func (d *Thread) Check() error {
	var f Fields
	length(&f, "name", d.Name, 1, MaxThreadName)
	if d.Archive != nil && !slices.Contains(archiveTimes, *d.Archive) {
		f.NotOneOf("auto_archive_duration", archiveTimes...)
	}
	return f.Err()
}
