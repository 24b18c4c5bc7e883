package discord

import (
	"path"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
)

// maxComponents is how many components a message holds, those within others counted.
const maxComponents = 40

// wireMedia is a file by its address.
type wireMedia struct {
	URL string `json:"url"`
}

// wirePicture is a picture of a gallery.
type wirePicture struct {
	Media       wireMedia `json:"media"`
	Description string    `json:"description,omitempty"`
}

// layout is what a message shows: the text, the pictures side by side, other files, and
// what can be pressed, framed if the reply has an accent. Without all that it is empty.
func (c *cuts) layout(r chat.Reply, files []chat.Attachment) []wireComponent {
	var parts []wireComponent
	if text := strings.TrimSpace(r.Text); text != "" {
		parts = append(parts, wireComponent{Type: componentText, Content: c.text("content", text, chat.MaxText)})
	}
	for _, items := range galleries(files) {
		parts = append(parts, wireComponent{Type: componentGallery, Items: items})
	}
	for _, f := range files {
		if !isPicture(f) {
			parts = append(parts, wireComponent{Type: componentFile, File: &wireMedia{attached(f)}})
		}
	}
	parts = append(parts, c.rows(r.Rows)...)
	if r.Accent > 0 && len(parts) > 0 {
		parts = []wireComponent{{Type: componentContainer, AccentColor: r.Accent & 0xffffff, Components: parts}}
	}
	return parts
}

func (c *cuts) rows(rows []chat.Row) []wireComponent {
	var list []wireComponent
	for _, row := range atMost(c, "rows", rows, chat.MaxRows) {
		if parts := c.row(row); len(parts) > 0 {
			list = append(list, wireComponent{Type: componentRow, Components: parts})
		}
	}
	return list
}

// galleries hold the pictures among the files.
func galleries(files []chat.Attachment) [][]wirePicture {
	var list [][]wirePicture
	for _, f := range files {
		if !isPicture(f) {
			continue
		}
		if len(list) == 0 || f.Apart {
			list = append(list, nil)
		}
		last := len(list) - 1
		list[last] = append(list[last], wirePicture{wireMedia{attached(f)}, f.Alt})
	}
	return list
}

// isPicture reports whether Discord is to show a file as a picture.
func isPicture(f chat.Attachment) bool {
	if f.Kept {
		return false
	}
	switch strings.ToLower(path.Ext(f.Name)) {
	case ".png", ".gif", ".jpg", ".jpeg", ".webp":
		return true
	}
	return false
}

// attached is the address of a file of the same message.
func attached(f chat.Attachment) string { return "attachment://" + f.Name }

// shown are the files of a reply as far as a message has room for them, each under a name
// of its own: components name the files that they show.
func (c *cuts) shown(r chat.Reply) []chat.Attachment {
	const frameTextAndGallery = 3
	room := maxComponents - frameTextAndGallery
	for _, row := range r.Rows[:min(len(r.Rows), chat.MaxRows)] {
		room -= 1 + max(1, min(len(row.Buttons), chat.MaxButtons))
	}
	var files []chat.Attachment
	names := map[string]bool{}
	for _, f := range atMost(c, "files", r.Files, chat.MaxFiles) {
		if !isPicture(f) || f.Apart {
			if room--; room < 0 {
				*c = append(*c, "files")
				continue
			}
		}
		f.Name, f.Alt = freeName(f.Name, names), c.text("alt", f.Alt, chat.MaxAlt)
		names[f.Name] = true
		files = append(files, f)
	}
	return files
}

// freeName is a name that is not taken: "board.png", "board-2.png".
func freeName(name string, taken map[string]bool) string {
	stem, ending := strings.TrimSuffix(name, path.Ext(name)), path.Ext(name)
	for n := 2; taken[name]; n++ {
		name = stem + "-" + strconv.Itoa(n) + ending
	}
	return name
}
