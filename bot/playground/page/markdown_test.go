package page_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// parse parses a text with the page's script, and returns what an expression makes of the tree. It
// fails after minutes, as the parser must take linear time.
func parse(tab context.Context, t *testing.T, text, expression string) string {
	t.Helper()
	quoted, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(tab, 2*time.Minute)
	defer cancel()
	script := `import("/web/markdown.js").then(m => (tree => ` + expression + `)(m.parse(` + string(quoted) + `)))`
	tree, err := chromedp.Run(ctx, chromedp.Evaluate[string](script, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatalf("%.40q: %v", text, err)
	}
	return tree
}

// readsMarkdown: Markdown is parsed as Discord's clients do.
func readsMarkdown(tab context.Context, t *testing.T) {
	t.Helper()
	text := func(s string) string { return `{"type":"text","text":"` + s + `"}` }
	of := func(kind, children string) string { return `{"type":"` + kind + `","children":[` + children + `]}` }
	tests := []struct{ name, text, want string }{
		{"plain", "a b", of("line", text("a b"))},
		{"bold in italics", "*a **b** c*", of("line", of("em", text("a ")+","+of("strong", text("b"))+","+text(" c")))},
		{"bold at the end of italics", "*a **b***", of("line", of("em", text("a ")+","+of("strong", text("b"))))},
		{"bold at the beginning of italics", "***a** b*", of("line", of("em", of("strong", text("a"))+","+text(" b")))},
		{"bold at both ends of italics", "***a** b **c***", of("line", of("em", of("strong", text("a"))+","+text(" b ")+","+of("strong", text("c"))))},
		{"italics at the end of bold", "**a *b***", of("line", of("strong", text("a ")+","+of("em", text("b"))))},
		{"underlined at the end of italics", "_a __b___ c", of("line", of("em", text("a ")+","+of("underline", text("b")))+","+text(" c"))},
		{"underlined at the beginning of italics", "___a__ b_", of("line", of("em", of("underline", text("a"))+","+text(" b")))},
		{"italics in bold in italics", "*a **b c** d*", of("line", of("em", text("a ")+","+of("strong", text("b c"))+","+text(" d")))},
		{"stars that style nothing", "2 * 3 * 4 ** 5", of("line", text("2 * 3 * 4 ** 5"))},
		{"bold italics", "***a***", of("line", of("strong", of("em", text("a"))))},
		{"underlined", "__a__", of("line", of("underline", text("a")))},
		{"struck", "~~a~~ b", of("line", of("strike", text("a"))+","+text(" b"))},
		{"hidden", "||a||", of("line", of("spoiler", text("a")))},
		{"a word with underscores", "snake_case_word", of("line", text("snake_case_word"))},
		{"escaped", `\*a\*`, of("line", text("*a*"))},
		{"code", "`a*b*`", of("line", `{"type":"code","text":"a*b*"}`)},
		{"code with a backtick", "``a`b``", of("line", `{"type":"code","text":"a`+"`"+`b"}`)},
		{"code that does not end", "``a", of("line", text("``a"))},
		{"a mention", "<@12> x", of("line", `{"type":"user","id":"12"},`+text(" x"))},
		{"a command", "</hex new:3>", of("line", `{"type":"command","name":"hex new"}`)},
		{"a time", "<t:5:R>", of("line", `{"type":"time","unix":5,"style":"R"}`)},
		{"a link", "[a](https://b.c)", of("line", `{"type":"link","url":"https://b.c","children":[`+text("a")+`]}`)},
		{"a quote, without another in it", "> a\n> > b", of("quote", of("line", text(`a\n> b`)))},
		{"a heading", "## a", `{"type":"heading","level":2,"children":[` + text("a") + `]}`},
		{"small print", "-# a", of("small", text("a"))},
		{"code of a language", "```js\na\n```", `{"type":"codeblock","language":"js","text":"a"}`},
		{"a list in a list", "- a\n  - b\n- c", `{"type":"list","ordered":false,"start":1,"items":[{"children":[` + text("a") +
			`,{"type":"list","ordered":false,"start":1,"items":[{"children":[` + text("b") + `]}]}]},{"children":[` + text("c") + `]}]}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := parse(tab, t, tt.text, "JSON.stringify(tree)"); got != "["+tt.want+"]" {
				t.Errorf("%q is read as %s, want [%s]", tt.text, got, tt.want)
			}
		})
	}
}

// readsMarks: many unclosed marks do not block the page.
func readsMarks(tab context.Context, t *testing.T) {
	t.Helper()
	const length = 100_000
	for _, mark := range []string{
		"`", "`a ``", "*", "_", "~~", "|", "**a", "*a ", "*a**b** ", " _a", "***a ", "*a **b***", "*a **b", "***a**b", "***a** b ", "**a *b***", "___a__b", "_a __b", "[", "[a](http://x(", "http://.",
		"<", "> ", ">>> ", "\n", "```\n", "a```b\n", "- a\n", "**__~~||*_`", "\\", " ",
	} {
		parse(tab, t, strings.Repeat(mark, length/len(mark))+" x", "String(tree.length)") // the trees are large
	}
}
