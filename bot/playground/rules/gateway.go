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
	OpResume         = 6
	OpReconnect      = 7
	OpInvalidSession = 9
	OpHello          = 10
	OpHeartbeatACK   = 11
)

// Close codes of the gateway.
const (
	CloseUnknownOpcode     websocket.StatusCode = 4001
	CloseDecode            websocket.StatusCode = 4002
	CloseAuthentication    websocket.StatusCode = 4004
	CloseAuthenticated     websocket.StatusCode = 4005
	CloseSequence          websocket.StatusCode = 4007
	CloseRateLimited       websocket.StatusCode = 4008
	CloseVersion           websocket.StatusCode = 4012
	CloseIntents           websocket.StatusCode = 4013
	CloseDisallowedIntents websocket.StatusCode = 4014
)

// EndsSession reports whether a close code ends the session: because the bot closed for good, or
// because Discord closed for the bot's error. 4000, an unknown error, and undocumented codes such as
// 4006 leave it.
func EndsSession(code websocket.StatusCode) bool {
	return code == websocket.StatusNormalClosure || code == websocket.StatusGoingAway ||
		code >= CloseUnknownOpcode && code <= CloseDisallowedIntents && code != 4006
}

// Frame is a message of the gateway.
type Frame struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  *int64          `json:"s"`
	Type *string         `json:"t"`
}
