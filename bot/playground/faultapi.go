package playground

import (
	"net/http"
	"time"
)

// faultView is a fault as the JSON interface has it.
type faultView struct {
	Fault

	Milliseconds int64 `json:"ms,omitempty"` // its Delay
}

// faultList serves GET /api/faults.
func (s *Server) faultList(w http.ResponseWriter, _ *http.Request) {
	views := []faultView{}
	for _, f := range s.Faults() {
		views = append(views, faultView{f, f.Delay.Milliseconds()})
	}
	writeJSON(w, http.StatusOK, views)
}

// postFault serves POST /api/faults.
func (s *Server) postFault(w http.ResponseWriter, r *http.Request) {
	var view faultView
	if !readPosted(w, r, &view) {
		return
	}
	view.Delay = time.Duration(view.Milliseconds) * time.Millisecond
	id, err := s.Inject(view.Fault)
	if err != nil {
		refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	writeJSON(w, http.StatusOK, object{"id": id})
}

// endFault serves POST /api/faults/end.
func (s *Server) endFault(w http.ResponseWriter, r *http.Request) {
	var which struct {
		ID string `json:"id"`
	}
	if !readPosted(w, r, &which) {
		return
	}
	if !s.EndFault(which.ID) {
		refuse(w, http.StatusBadRequest, "there is no fault "+which.ID)
		return
	}
	writeJSON(w, http.StatusOK, object{})
}

// violationList serves GET /api/violations.
func (s *Server) violationList(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, list(s.Violations()))
}
