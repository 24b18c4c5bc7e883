package doctor

import (
	"context"
	"fmt"
	"net"
	"time"
)

func (e *examination) ports(ctx context.Context) {
	s := e.Settings
	for _, p := range []struct{ key, address string }{
		{"discord.endpoint", s.Discord.Endpoint},
		{"admin.address", s.Admin.Address},
	} {
		switch {
		case p.address == "":
		case e.Running != nil:
			e.reached(ctx, p.key, p.address)
		default:
			e.free(ctx, p.key, p.address)
		}
	}
	if e.Running != nil && s.Discord.Endpoint != "" && e.api != nil {
		if err := e.unsigned(ctx, "http://"+s.Discord.Endpoint+"/interactions"); err != nil {
			e.wrong("ports", fmt.Sprintf("discord.endpoint, %s: %v", s.Discord.Endpoint, err), "Is another program at that port? Start the bot again, and look into its log.")
		}
	}
}

func (e *examination) free(ctx context.Context, key, address string) {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		e.wrong("ports", fmt.Sprintf("%s: %v", key, err), "End what listens there, or choose another port.")
		return
	}
	_ = l.Close()
	e.ok("ports", "%s: %s is free", key, address)
}

func (e *examination) reached(ctx context.Context, key, address string) {
	d := net.Dialer{Timeout: 2 * time.Second}
	conn, err := d.DialContext(ctx, "tcp", address)
	if err != nil {
		e.wrong("ports", fmt.Sprintf("%s: the bot runs, and nobody is there: %v", key, err), "Start the bot again with these settings.")
		return
	}
	_ = conn.Close()
	e.ok("ports", "%s: somebody listens at %s", key, address)
}
