package bot

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/bot/show"
	"github.com/sixfold-bot/sixfold/engine/enginetest"
)

// verb is a placeholder of package fmt.
var verb = regexp.MustCompile(`%(\[\d+\])?[a-z%]|` + "`[^`]*`")

// pseudo writes a format in a pseudo-language, with a ring on each letter. Text without rings has not
// passed the catalogue.
func pseudo(format string) string {
	var b strings.Builder
	for {
		place := verb.FindStringIndex(format)
		end := len(format)
		if place != nil {
			end = place[0]
		}
		for _, r := range format[:end] {
			b.WriteRune(r)
			if unicode.IsLetter(r) {
				b.WriteRune('\u030a')
			}
		}
		if place == nil {
			return b.String()
		}
		b.WriteString(format[place[0]:place[1]])
		format = format[place[1]:]
	}
}

// plainWords are what may stand in a pseudo-language: names, moves (of which throws are
// long), cells and their columns, gaps before their cells, commands and notations.
var plainWords = regexp.MustCompile("`[^`]*`|\\b[A-Z] · [a-r]\\d+\\b|<@\\d+>|<t:\\d+:[RD]>|\\b[A-Z]\\w+/[A-Z]\\w+\\b|\\b(You|Friend|Stranger|Robot)\\b|\\b[a-z]{1,2}1?\\d\\b|\\b[a-k]\\b|\\b[ADEV] ?\\d+\\b|\\b[mp]=[^\\s,.;]+|\\b(SL|SmallGroup)\\(\\d+,\\d+\\)|\\b([ar]\\d*)?[bs]\\b|\\b[ar]\\d*\\b|\\b(Dic|SD|[ACDFMQSZ])\\d+([xo:^][A-Z0-9]\\w*)*|\\(\\d+\\)|https?://\\S+|" +
	`\b[\da-f][\da-f.]{7,31}|\b[\dKRYGCBPW]{2,16}\b|` + // rows of a board, short
	`\pL…|` + // a title is shortened between a letter and its ring
	`\b(chess|nonsense|Europe/Berlin|Atlantis|` + strings.Join(gameWords(), "|") + `)\b|\b[a-z]+( [6-9]){6} at \S+`)

// gameWords are the names that games give to moves, views and notations, as they are
// typed.
func gameWords() []string {
	var words []string
	for _, entry := range Games() {
		for _, v := range entry.Game.Verbs {
			words = append(words, regexp.QuoteMeta(v.Name))
		}
		for _, v := range entry.Game.Views {
			words = append(words, regexp.QuoteMeta(v.Name))
		}
		for _, f := range entry.Game.Formats {
			words = append(words, regexp.QuoteMeta(f.ID))
		}
	}
	return words
}

// escaped finds words that did not pass the catalog.
func escaped(said string) []string {
	var words []string
	for _, word := range strings.FieldsFunc(plainWords.ReplaceAllString(said, " "), func(r rune) bool {
		return !unicode.IsLetter(r) && r != '\u030a'
	}) {
		if !strings.ContainsRune(word, '\u030a') {
			words = append(words, word)
		}
	}
	return words
}

// TestNothingEscapesTheCatalog plays all sessions in the pseudo-language.
func TestNothingEscapesTheCatalog(t *testing.T) {
	enginetest.Alone(t)
	t.Parallel()
	files, err := filepath.Glob("testdata/sessions/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no sessions: %v", err)
	}
	passed := map[string]bool{} // much is said again and again
	for _, file := range files {
		s := newSession(t)
		var posted bytes.Buffer
		s.bot.Outbox.Through(&hall{Poster: (&show.Outbox{}).Poster(), s: s, out: &posted})
		for _, line := range sessionLines(t, file) {
			r := s.speak(line)
			for _, text := range append(texts(r), texts(chat.Reply{Form: s.form})...) {
				if passed[text] {
					continue
				}
				passed[text] = true
				if words := escaped(text); len(words) > 0 {
					t.Errorf("%s: %s\nanswered %q\nnot from the catalog: %q", filepath.Base(file), line, text, words)
				}
			}
		}
	}
}

// speak plays a line in the pseudo-language: buttons are still named in English, and people
// and cells as they are in every language.
func (s *session) speak(line string) chat.Reply {
	s.t.Helper()
	user, does, _ := strings.Cut(line, ": ")
	if label, rest, ok := strings.Cut(strings.TrimPrefix(does, "["), "]"); ok && does[0] == '[' && label[0] != '@' && len(escaped(label)) > 0 {
		does = "[" + pseudo(label) + "]" + rest
	}
	words := chat.NewWords(func(format string, args ...any) string { return fmt.Sprintf(pseudo(format), args...) })
	s.words = &words
	return s.does(user, does)
}

// texts are all words of a reply that people read.
func texts(r chat.Reply) []string {
	list := []string{r.Text}
	if r.Form != nil {
		list = append(list, r.Form.Title, r.Form.Text)
		for _, field := range r.Form.Fields {
			list = append(append(list, field.Label, field.Help, field.Placeholder), wordsOf(field.Choices)...)
		}
	}
	for _, f := range r.Files {
		list = append(list, f.Alt)
	}
	for _, row := range r.Rows {
		for _, b := range row.Buttons {
			list = append(list, b.Label)
		}
		if row.Menu != nil {
			list = append(append(list, row.Menu.Placeholder), wordsOf(row.Menu.Choices)...)
		}
	}
	for _, after := range r.After {
		list = append(list, texts(after)...)
	}
	return list
}

// wordsOf are all words of choices.
func wordsOf(choices []chat.Suggestion) (list []string) {
	for _, c := range choices {
		list = append(list, c.Name, c.Detail)
	}
	return list
}

// TestNamesCannotSpeak: people's names must neither mention others nor format text.
func TestNamesCannotSpeak(t *testing.T) {
	s := newSession(t)
	r := s.request("you", "/hex new @friend size:3")
	r.User.Name = "**@everyone** <@99> %s\n# big"
	reply := s.bot.Handle(context.Background(), r)
	reply = reply.Later(context.Background(), func(chat.Reply) {})
	for _, bad := range []string{"@everyone", "<@99>", "%!", "\n"} {
		if strings.Contains(reply.Text, bad) {
			t.Errorf("%q lets %q through", reply.Text, bad)
		}
	}
}
