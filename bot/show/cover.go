package show

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/png"
	"strings"

	"github.com/sixfold-bot/sixfold/bot/chat"
	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/render"
	"github.com/sixfold-bot/sixfold/render/canvas"
	"github.com/sixfold-bot/sixfold/render/cards"
)

// Cover is a position that shows what a game looks like. The zero value is its start.
type Cover struct {
	Options map[string]any // raw values of options of `new`
	Moves   []string
}

// Moves splits a text at commas.
func Moves(text string) []string { return strings.Split(text, ", ") }

func (e *Entry) example() (engine.Position, error) {
	o, err := engine.ParseOptions(e.Game.Options, e.Cover.Options, true)
	if err != nil {
		return nil, err
	}
	return engine.Replay(context.Background(), e.Game, o, e.Cover.Moves)
}

// tile returns a game's part of the cover of all games: its emblem, or nothing but its name.
func (e *Entry) tile(s render.Style) (cards.Tile, error) {
	picture, err := render.Draw(e.Draw, render.Emblem, s)
	if errors.Is(err, render.ErrScene) {
		picture, err = image.NewPaletted(canvas.Whole, color.Palette{s.Theme.Look().Background}), nil
	}
	return cards.Tile{Picture: picture, Part: render.EmblemPart(), Title: s.Words(e.Game.Title)}, err
}

// Cover draws an example of a game.
func (s *Services) Cover(c *Call, entry *Entry) (chat.Attachment, error) {
	p, err := entry.example()
	if err != nil {
		return chat.Attachment{}, err
	}
	return s.draw(c, entry, p, s.StyleOf(c, c.User.ID), engine.T("What %s looks like. %s", entry.Game.Title, p.Describe()))
}

// Emblem draws the emblem of a game.
func (s *Services) Emblem(c *Call, entry *Entry) (chat.Attachment, error) {
	return s.draw(c, entry, render.Emblem, s.StyleOf(c, c.User.ID), engine.T("The emblem of %s.", entry.Game.Title))
}

// CoverOfAll returns the cover of all games. It is drawn once for each theme and language.
func (s *Services) CoverOfAll(c *Call) (chat.Attachment, error) {
	style := s.StyleOf(c, c.User.ID)
	names := strings.Join(engine.Map(s.Games.All, func(entry *Entry) string { return c.Words.Say(entry.Game.Title) }), ", ")
	key := style.Theme.ID + names
	kept, drawn := s.Covers.Load(key)
	if !drawn {
		data, err := s.MakePicture(c.Ctx, func() ([]byte, error) { return s.Comb(style) })
		if err != nil {
			return chat.Attachment{}, err
		}
		kept, _ = s.Covers.LoadOrStore(key, data)
	}
	return chat.Attachment{Name: "games.png", Data: kept.([]byte), Alt: c.Say("A comb of hexagons with a picture of each game: %s.", names)}, nil
}

// Comb draws and encodes the cover of all games.
func (s *Services) Comb(style render.Style) ([]byte, error) {
	var tiles []cards.Tile
	for _, entry := range s.Games.All {
		tile, err := entry.tile(style)
		if err != nil {
			return nil, err
		}
		tiles = append(tiles, tile)
	}
	var out bytes.Buffer
	err := png.Encode(&out, cards.Comb(tiles, style.Theme.Look()))
	return out.Bytes(), err
}
