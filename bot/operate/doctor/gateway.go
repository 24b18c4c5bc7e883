package doctor

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/gorilla/websocket"

	"github.com/sixfold-bot/sixfold/bot/discord"
)

// fewLogins is the number of remaining logins below which to warn; Discord allows a thousand a day.
const fewLogins = 20

// gateway checks the gateway's address, the remaining logins, and the time to its greeting.
func (e *examination) gateway(ctx context.Context) {
	if e.settings.Discord.Endpoint != "" {
		return // the gateway is not used
	}
	var told discord.GatewayInfo
	if err := e.ask(ctx, "gateway/bot", &told); err != nil {
		e.wrong("gateway", "Discord does not say where it is: "+err.Error(), "Run this again later.")
		return
	}
	again := (time.Duration(told.Limit.After) * time.Millisecond).Round(time.Minute)
	left := fmt.Sprintf("%d logins are left for %v", told.Limit.Remaining, again)
	switch {
	case told.Limit.Remaining == 0:
		e.wrong("logins", left, "Leave the bot stopped until then, and find out what starts it over and over again.")
	case told.Limit.Remaining < fewLogins:
		e.warn("logins", left, "Find out what starts the bot over and over again.")
	default:
		e.ok("logins", "%s", left)
	}
	if own := e.settings.Discord.Shards; told.Shards > own {
		e.warn("gateway", fmt.Sprintf("Discord wants %d connections for so many servers, and the bot opens %d", told.Shards, own),
			fmt.Sprintf("Set discord.shards to %d, or have Discord bring interactions by HTTP: discord.endpoint.", told.Shards))
	}
	begin := time.Now()
	err := greet(ctx, told.URL)
	took := time.Since(begin)
	switch {
	case err != nil:
		e.wrong("gateway", "it cannot be reached: "+err.Error(),
			"Let this machine open websockets to gateway.discord.gg by HTTPS; some proxies refuse them.")
	case took > e.slow:
		e.warn("gateway", fmt.Sprintf("it takes %v to greet", took.Round(time.Millisecond)), "Look for a better connection: people have to be answered within 3 s.")
	default:
		e.ok("gateway", "it greets within %v", took.Round(time.Millisecond))
	}
}

// greet connects to the gateway, and disconnects after its HELLO.
func greet(ctx context.Context, address string) error {
	ctx, cancel := context.WithTimeout(ctx, askBy)
	defer cancel()
	dialer := &websocket.Dialer{Proxy: http.ProxyFromEnvironment, HandshakeTimeout: askBy}
	conn, response, err := dialer.DialContext(ctx, strings.TrimSuffix(address, "/")+"/?v="+discord.APIVersion+"&encoding=json", nil)
	if response != nil {
		_ = response.Body.Close()
	}
	if err != nil {
		return err
	}
	defer conn.Close()
	if err := conn.SetReadDeadline(time.Now().Add(askBy)); err != nil {
		return err
	}
	var hello struct {
		Op int `json:"op"`
	}
	if err := conn.ReadJSON(&hello); err != nil {
		return fmt.Errorf("it does not greet: %w", err)
	}
	const greeting = 10
	if hello.Op != greeting {
		return fmt.Errorf("it greets by %d, not %d", hello.Op, greeting)
	}
	_ = conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(websocket.CloseNormalClosure, ""), time.Now().Add(time.Second))
	return nil
}
