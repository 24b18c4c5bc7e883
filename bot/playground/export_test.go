package playground

// DropConnections breaks the gateway's connections without a word, as a network does.
func (s *Server) DropConnections() {
	s.gateway.mu.Lock()
	defer s.gateway.mu.Unlock()
	for _, x := range s.gateway.sessions {
		if x.link != nil {
			_ = x.link.ws.CloseNow()
		}
	}
}
