package doctor

import (
	"context"
	"io"
	"log/slog"

	"github.com/sixfold-bot/sixfold/bot"
	"github.com/sixfold-bot/sixfold/bot/operate"
)

// Visit examines what the command line names, and writes the report to out. The error is
// ErrWrong where the report says what is wrong.
func Visit(ctx context.Context, s *operate.Source, asJSON bool, out io.Writer) error {
	p := Patient{File: s.Settings}
	p.Settings, p.Unusable = s.Load()
	if p.Unusable == nil {
		p.Running, p.Silent = operate.AskRunning(ctx, p.Settings.Store.File)
		p.Commands = bot.New(p.Settings, nil, bot.Games(), slog.New(slog.DiscardHandler)).Commands()
	}
	report := p.Examine(ctx)
	if err := report.Print(out, asJSON); err != nil {
		return err
	}
	return report.Err()
}
