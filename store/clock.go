package store

// Clock is the clock of a table, whose arithmetic is the bot's. Times are in milliseconds.
type Clock struct {
	Control string  `json:"control"`          // the time control, as the bot writes it
	Left    []int64 `json:"left"`             // by seat: what was left when the present turn began
	Since   int64   `json:"since,omitempty"`  // since 1970, when that was; 0 while the clock stands
	Paused  bool    `json:"paused,omitempty"` // people agreed that it stands
	Warned  uint8   `json:"warned,omitempty"` // bit by seat: its person was warned
}
