package validate

import (
	"slices"

	"github.com/sixfold-bot/sixfold/bot/playground/apierror"
	"github.com/sixfold-bot/sixfold/bot/playground/payload"
)

// archiveTimes are after how many minutes of silence a thread may be archived.
var archiveTimes = []int{60, 1440, 4320, 10080}

// MaxThreadName is how many characters a thread's name has.
const MaxThreadName = 100

// Thread checks a thread.
func Thread(d *payload.Thread) error {
	var f apierror.Fields
	length(&f, "name", d.Name, 1, MaxThreadName)
	if d.Archive != nil && !slices.Contains(archiveTimes, *d.Archive) {
		f.Add("auto_archive_duration", "BASE_TYPE_CHOICES", "Value must be one of %s.", apierror.Choices(archiveTimes))
	}
	return f.Err()
}
