package discord

import (
	"errors"
	"net/http"
)

// refuseRequest counts a request to the endpoint that was refused before it was read.
func (p *endpoint) refuseRequest(err error) {
	reason := refusalReason(err)
	p.d.config.Watch.RefusedRequest(reason)
	p.refused.Add(reason)
}

// refusalReason is one of a few words, whatever was sent.
func refusalReason(err error) string {
	_, large := errors.AsType[*http.MaxBytesError](err)
	switch {
	case errors.Is(err, errUnsigned):
		return "unsigned"
	case errors.Is(err, errStale):
		return "stale"
	case errors.Is(err, errCrowded):
		return "crowded"
	case large:
		return "large"
	default:
		return "unreadable"
	}
}
