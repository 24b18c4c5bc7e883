package calendar

import "time"

// StandardAhead returns the offset of a zone from universal time at a moment, without daylight
// saving. Where winter time is the exception by law, as in Ireland, it counts as standard here.
func StandardAhead(t time.Time) time.Duration {
	_, ahead := t.Zone()
	saving := t.IsDST()
	changes := 1
	if saving {
		changes = 20 // daylight saving in the 1940s lasted for years, at times doubled
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
