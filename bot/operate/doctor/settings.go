package doctor

import (
	"cmp"
	"fmt"
	"os"
	"runtime"

	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/discord"
	"github.com/sixfold-bot/sixfold/bot/operate"
	"github.com/sixfold-bot/sixfold/store"
)

// versions reports what a question to others should include.
func (e *examination) versions() {
	e.ok("versions", "sixfold %s, %s, %s/%s, %s with API v%s, a store of schema %d",
		operate.Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH, discord.Library, discord.APIVersion, store.Schema)
}

// secrets checks who else can read the files that contain the token.
func (e *examination) secrets() {
	if e.File == "" {
		e.ok("settings", "no file is named; every setting has its default")
	} else {
		e.ok("settings", "%s can be used", e.File)
	}
	var files []string
	if data, err := os.ReadFile(e.File); err == nil {
		if c, err := config.Parse(e.File, data); err == nil && c.Discord.Token != "" {
			files = append(files, e.File)
		}
	}
	if e.Settings.Discord.TokenFile != "" {
		files = append(files, e.Settings.Discord.TokenFile)
	}
	for _, file := range files {
		info, err := os.Stat(file)
		if err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
			e.warn("secrets", fmt.Sprintf("%s holds the token, and others on this machine may read it (mode %04o)", file, info.Mode().Perm()),
				"Let its owner alone read it: chmod 600 "+file)
		}
	}
}

func (e *examination) bot() {
	switch file := e.Settings.Store.File; {
	case e.Silent != nil:
		e.wrong("bot", e.Silent.Error(), "Run this as the user who runs the bot; if it still does not answer, look into its log and start it again.")
	case e.Running == nil:
		e.ok("bot", "none runs on %s", file)
	case e.Running.Fault != "":
		e.wrong("bot", "it runs, and does not serve: "+e.Running.Fault, "Look into its log; if it does not recover, start it again.")
	case e.Running.Version != operate.Version():
		e.warn("bot", fmt.Sprintf("the one that runs is %s, and this is %s", cmp.Or(e.Running.Version, "of an older version"), operate.Version()),
			"Start it again to have it run this version.")
	default:
		e.ok("bot", "it runs and serves")
	}
}
