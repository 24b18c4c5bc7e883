package calendar

import "time"

// StandardAhead is how far the clocks of a zone are ahead of universal time at a moment,
// without daylight saving. Where winter time is the exception by law, as in Ireland, it
// is the standard here.
func StandardAhead(t time.Time) time.Duration {
	_, ahead := t.Zone()
	saving := t.IsDST()
	changes := 1
	if saving {
		changes = 20 // that of the forties went on for years, and was doubled
	}
	for at := t; changes > 0; changes-- {
		begins, _ := at.ZoneBounds()
		if begins.IsZero() || !saving && t.Sub(begins) > 366*24*time.Hour {
			break
		}
		at = begins.Add(-time.Second)
		if at.IsDST() != saving {
			_, other := at.Zone()
			ahead = min(ahead, other)
			break
		}
	}
	return time.Duration(ahead) * time.Second
}
