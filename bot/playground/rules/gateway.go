package rules

import (
	"encoding/json"

	"github.com/coder/websocket"
)

// Opcodes of the gateway.
const (
	OpDispatch       = 0
	OpHeartbeat      = 1
	OpIdentify       = 2
	OpPresence       = 3
	OpVoice          = 4
	OpResume         = 6
	OpReconnect      = 7
	OpMembers        = 8
	OpInvalidSession = 9
	OpHello          = 10
	OpHeartbeatACK   = 11
)

// Close codes of the gateway.
const (
	CloseUnknownOpcode     websocket.StatusCode = 4001
	CloseDecode            websocket.StatusCode = 4002
	CloseNotAuthenticated  websocket.StatusCode = 4003
	CloseAuthentication    websocket.StatusCode = 4004
	CloseAuthenticated     websocket.StatusCode = 4005
	CloseSequence          websocket.StatusCode = 4007
	CloseRateLimited       websocket.StatusCode = 4008
	CloseTimedOut          websocket.StatusCode = 4009
	CloseShard             websocket.StatusCode = 4010
	CloseSharding          websocket.StatusCode = 4011
	CloseVersion           websocket.StatusCode = 4012
	CloseIntents           websocket.StatusCode = 4013
	CloseDisallowedIntents websocket.StatusCode = 4014
)

// EndsSession reports whether a close code ends the session: because the bot closed for good, or
// because Discord closed for the bot's error. 4000, an unknown error, and undocumented codes leave
// it.
func EndsSession(code websocket.StatusCode) bool {
	switch code {
	case websocket.StatusNormalClosure, websocket.StatusGoingAway,
		CloseUnknownOpcode, CloseDecode, CloseNotAuthenticated, CloseAuthentication, CloseAuthenticated, CloseSequence,
		CloseRateLimited, CloseTimedOut, CloseShard, CloseSharding, CloseVersion, CloseIntents, CloseDisallowedIntents:
		return true
	default:
		return false
	}
}

// Frame is a message of the gateway.
type Frame struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  *int64          `json:"s"`
	Type *string         `json:"t"`
}
