package program

import (
	"bytes"
	"errors"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// standBy checks what copies say of their part: one leads, and the others stand by. A further one, which
// would stand by too, ends at once if its token is wrong.
func (c *copies) standBy() {
	c.t.Helper()
	var parts []string
	for range looks(c.t, func() string { return "the copies say " + strings.Join(parts, ", ") }) {
		parts = nil
		for i := range c.running {
			out, err := program(c.t, "health", "--config", c.config, "--data", c.data(i)).CombinedOutput()
			if err != nil {
				out = append(out, err.Error()...)
			}
			parts = append(parts, string(bytes.TrimSpace(out)))
		}
		slices.Sort(parts)
		if slices.Equal(parts, []string{"leading", "standing by", "standing by"}) {
			break
		}
	}

	p := program(c.t, "--config", c.config, "--data", filepath.Join(filepath.Dir(c.config), "wrong.db"))
	p.Env = append(p.Env, "SIXFOLD_TOKEN=playground.wrong")
	var log journal
	p.Stdout, p.Stderr = &log, &log
	if err := p.Start(); err != nil {
		c.t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- p.Wait() }()
	for range looks(c.t, func() string { return "a copy with a wrong token stands by:\n" + log.String() }) {
		select {
		case err := <-ended:
			exit, ok := errors.AsType[*exec.ExitError](err)
			if !ok || exit.ExitCode() != 78 || !strings.Contains(log.String(), "the token is not valid") {
				c.t.Errorf("a copy with a wrong token ends with %v, want exit status 78\n%s", err, &log)
			}
			return
		default:
		}
	}
}

// data returns the file of a copy.
func (c *copies) data(i int) string {
	return filepath.Join(filepath.Dir(c.config), strconv.Itoa(i)+".db")
}
