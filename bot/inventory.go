package bot

import (
	"path"
	"slices"
	"strconv"
	"time"

	"github.com/sixfold-bot/sixfold/bot/config"
	"github.com/sixfold-bot/sixfold/bot/guild"
	"github.com/sixfold-bot/sixfold/bot/play"
	"github.com/sixfold-bot/sixfold/bot/privacy"
	"github.com/sixfold-bot/sixfold/bot/profile"
	"github.com/sixfold-bot/sixfold/bot/rating"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/bot/table"
	"github.com/sixfold-bot/sixfold/bot/tell"
	"github.com/sixfold-bot/sixfold/bot/tournament"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/store"
)

// settingsNotes name the notes in which games keep a person's settings.
var settingsNotes = []string{"settings", "search"}

func isSettings(id string) bool { return slices.Contains(settingsNotes, path.Base(id)) }

// inventory lists all data that the bot stores, personal data first. New kinds of records must be added
// here; tests check it.
func (b *Bot) inventory(games engine.Text) []privacy.Kept {
	by := func(kind string, mine func(string) bool) func(string) ([]store.RecordKey, error) {
		return privacy.ByPerson(b.Records, kind, mine)
	}
	otherNote := func(id string) bool { return !isSettings(id) }
	untilRemoved := engine.T("until you remove it")
	personal := []privacy.Kept{
		{
			Name: "settings", Kinds: []string{string(show.PreferencesKind)}, Part: privacy.Settings, Find: by(string(show.PreferencesKind), nil),
			What: engine.T("How pictures look to you"), Long: untilRemoved,
		},
		{
			Name: "blocked", Kinds: []string{play.BlocksKind}, Part: privacy.Settings, Find: by(play.BlocksKind, nil),
			What: engine.T("Whom you have blocked"), Long: engine.T("until you unblock them, also when they have all removed"),
		},
		{
			Name: "notifications", Kinds: []string{string(tell.Kind), tell.AgendaKind}, Part: privacy.Settings, Find: b.telling.Kept,
			What: engine.T("How you hear that it is your turn, in which language, and what waits to be told"), Long: untilRemoved,
		},
		{
			Name: "game settings", Kinds: []string{show.NotesKind}, Part: privacy.Settings, Find: by(show.NotesKind, isSettings),
			What: engine.T("Your settings in games"), Long: untilRemoved,
		},
		{
			Name: "plans", Kinds: []string{string(table.PlanKind)}, Part: privacy.Notes, Find: by(string(table.PlanKind), nil),
			What: engine.T("The moves that you have planned"), Long: engine.T("until they are played or the game is over"),
		},
		{
			Name: "live boards", Kinds: []string{string(show.LiveKind), string(show.VoteKind)}, Find: b.follower.Kept, Forget: b.follower.Forget,
			What: engine.T("Which live boards you have asked for, and who you said will win there"), Long: engine.T("until the game is over"),
		},
		{
			Name: "notes", Kinds: []string{show.NotesKind}, Part: privacy.Notes, Find: by(show.NotesKind, otherNote), Told: notesRemoved,
			What: engine.T("What games keep for you, such as a journal"), Long: untilRemoved,
		},
		{
			Name: "streaks", Kinds: []string{string(profile.StreakKind)}, Part: privacy.Notes, Find: by(string(profile.StreakKind), nil),
			What: engine.T("How many days in a row you have solved the puzzle of the day"), Long: untilRemoved,
		},
		{
			Name: "solved", Kinds: []string{guild.SolverKind}, Part: privacy.Notes, Find: func(person string) ([]store.RecordKey, error) { return guild.Solved(b.Records, person) },
			What: engine.T("That you have solved a server's puzzle of the day, and your name, to be told the day after"), Long: engine.T("three days"),
		},
		{
			Name: "ratings", Kinds: []string{string(rating.Kind), rating.FadingKind, string(rating.FlagKind), rating.TraceKeyKind},
			Buckets: []string{"ranks"}, Find: b.rater.Kept, Forget: b.rater.Forget,
			What: engine.T("How strong you are held to be in each game, your places on leaderboards, and what of your rated games those who manage a server may want to look at"),
			Long: engine.T("until you have all removed; what your games did to the ratings of others stays, and what those who manage a server may want to look at, without your name and number. " +
				"For 90 days a code that is worked out from your number stays, with your ratings, as 1500 at most, how sure they are and when you last played, so that you do not begin as somebody new"),
		},
		{
			Name: "tournaments", Kinds: []string{tournament.Kind, tournament.PastKind}, Export: b.tournaments.Export, Forget: b.tournaments.Forget,
			What: engine.T("The tournaments that you organise or play in, with your name and number on Discord, your results and the titles that you gave"),
			Long: engine.T("until the next one in the channel; when you have all removed, your results stay, without your name, your number and those titles"),
		},
		{
			Name: "tables", Buckets: []string{"tables", "numbers", "open", "users", "thinking", "due", "past", "unrated", "rated", "unended", "servers"},
			Kinds:  []string{string(privacy.LeavingKind)},
			Export: b.Tables.Export, Forget: func(*store.Tx, string) error { return nil }, // package privacy removes tables in batches
			What: engine.T("The tables at which you sit or sat, or that you have opened: your name and number on Discord, the moves and when they were played, and how it ended; of games that you have imported, also what their files say of players and events, and comments"),
			Long: engine.T("%s; when you have all removed, those at which others sat stay without your name and, once they are over, without your number", games),
		},
	}
	return append(personal, others()...)
}

// others lists the stored data that is not about people.
func others() []privacy.Kept {
	return []privacy.Kept{
		{
			Kinds: []string{string(table.BoardKind)},
			What:  engine.T("Which message shows the board of a table, and which side asks there to take a move back"), Long: engine.T("as long as the table"),
		},
		{
			Kinds: []string{string(guild.Kind), string(guild.PostedKind)},
			What:  engine.T("How a server wants me to be, and which puzzle was posted there last"), Long: engine.T("until that is changed"),
		},
		{
			Kinds: []string{string(profile.HoursKind), string(table.UptimeKind)},
			What:  engine.T("When I was running"), Long: engine.T("for good"),
		},
		{
			Buckets: []string{"meta", "handled"},
			What:    engine.T("The numbers of the last commands, so that none is done twice"), Long: engine.T("for about a quarter of an hour"),
		},
		{
			Kinds: []string{"commands", "commands-in", "shown"}, // of packages discord and shell, which are above this one
			What:  engine.T("Which commands were written to Discord, and what `sixfold say` has shown last"), Long: engine.T("until that changes"),
		},
	}
}

func notesRemoved(n int) engine.Text {
	if n == 0 {
		return engine.T("You have no notes.")
	}
	return engine.Count(n, "One note of yours is removed.", "%s notes of yours are removed.")
}

func gamesKept(c config.Config) engine.Text {
	if c.Tables.KeepFinished == 0 {
		return engine.T("for good")
	}
	return engine.T("until %s days after their end, while what they did to ratings stays", strconv.Itoa(c.Tables.KeepFinished))
}

// copies says how long backups of the store are kept.
func copies(c config.Config) engine.Text {
	if c.Store.Backup == "" {
		return engine.T("Who runs me may have copies of it.")
	}
	every := c.Store.BackupEvery.Duration()
	span := engine.Count(int(every/time.Hour), "hour", "%s hours")
	if every < 2*time.Hour {
		span = engine.T("%s", every.String())
	}
	return engine.T("A copy of it is made every %s, and the last %s of them stay; what you remove is there until they are replaced.", span, strconv.Itoa(c.Store.BackupKeep))
}
