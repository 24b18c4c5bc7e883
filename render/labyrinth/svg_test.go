package labyrinth

import (
	"encoding/xml"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/sixfold-bot/sixfold/engine"
	"github.com/sixfold-bot/sixfold/engine/labyrinth"
	connexion "github.com/sixfold-bot/sixfold/engine/labyrinth/board"
	"github.com/sixfold-bot/sixfold/render"
)

// svgDrawing is the content of an SVG picture.
type svgDrawing struct {
	ViewBox string `xml:"viewBox,attr"`
	Bodies  []struct {
		Fill string `xml:"fill,attr"`
	} `xml:"path"`
	Corridors []struct {
		Paths []struct {
			Data string `xml:"d,attr"`
		} `xml:"path"`
	} `xml:"g"`
	Rooms []struct {
		X float64 `xml:"cx,attr"`
		Y float64 `xml:"cy,attr"`
	} `xml:"circle"`
	Numbers []string `xml:"text"`
}

func parseSVG(t *testing.T, scene any) (d svgDrawing) {
	t.Helper()
	data, err := Encoders[".svg"](scene)
	if err != nil {
		t.Fatal(err)
	}
	if err := xml.Unmarshal(data, &d); err != nil {
		t.Fatal(err)
	}
	return d
}

// TestSVGHasAllPieces, each with as many corridors as doors, in rooms that are as far apart
// as hexagons.
func TestSVGHasAllPieces(t *testing.T) {
	p := labyrinth.NewPicture(sample(t), labyrinth.Blue, engine.T("A solution"))
	d := parseSVG(t, p)
	if len(d.Bodies) != len(p.Pieces) || len(d.Corridors) != len(p.Pieces) || len(d.Rooms) != len(p.Pieces) {
		t.Fatalf("%d hexagons, %d groups of corridors and %d rooms for %d pieces", len(d.Bodies), len(d.Corridors), len(d.Rooms), len(p.Pieces))
	}
	high := math.Sqrt(3) / 2 * svgRadius
	for i, piece := range p.Pieces {
		if got := len(d.Corridors[i].Paths); got != piece.Doors.Count() {
			t.Errorf("piece %d has %d corridors, want %d", i, got, piece.Doors.Count())
		}
		for j, other := range p.Pieces[:i] {
			for s := range connexion.Side(connexion.Sides) {
				if piece.Next(s) != other.Cell {
					continue
				}
				if far := math.Hypot(d.Rooms[i].X-d.Rooms[j].X, d.Rooms[i].Y-d.Rooms[j].Y); math.Abs(far-2*high) > 0.2 {
					t.Errorf("neighbours %d and %d are %.1f apart, want %.1f", i, j, far, 2*high)
				}
			}
		}
	}
	if len(d.Numbers) != 0 {
		t.Errorf("%d numbers, want none", len(d.Numbers))
	}
}

// TestSVGMarks: a marked hexagon alone has the mark's colour, and numbers stand on all.
func TestSVGMarks(t *testing.T) {
	p := labyrinth.Picture{
		Pieces: []connexion.Piece{pieceAt(0, 0, 0b000001), pieceAt(1, 0, 0b000011), pieceAt(2, 1, 0b111111)},
		Frame:  connexion.Frame{Cols: 3, Rows: 2}, Colour: labyrinth.Green, Numbers: true,
		Marks: []labyrinth.Mark{{Doors: 0b000011, Colours: []labyrinth.Colour{labyrinth.Red, labyrinth.Gold}}},
	}
	d := parseSVG(t, p)
	for i, want := range []labyrinth.Colour{labyrinth.Green, labyrinth.Red, labyrinth.Green} {
		if got := d.Bodies[i].Fill; got != svgHues[want][0] {
			t.Errorf("hexagon %d is %s, want %s", i, got, svgHues[want][0])
		}
	}
	// All doors are hexagram 1, heaven.
	if len(d.Numbers) != 3 || d.Numbers[2] != "1" {
		t.Errorf("numbers %q, want three, the last 1", d.Numbers)
	}
	if d.ViewBox != "0 0 100.0 86.6" { // of three columns and two rows: 5 radii, 5 heights of 17.3
		t.Errorf("the view is %s", d.ViewBox)
	}
}

// TestSVGOfATable: it equals that of its picture, and other scenes are rejected.
func TestSVGOfATable(t *testing.T) {
	p := table(t, 12, engine.Options{})
	a, err := Encoders[".svg"](p)
	if err != nil {
		t.Fatal(err)
	}
	b, err := Encoders[".svg"](p.Picture())
	if err != nil || string(a) != string(b) || strings.Count(string(a), "<circle") != len(p.Pieces()) {
		t.Errorf("the table is drawn in %d bytes, its picture in %d: %v", len(a), len(b), err)
	}
	for _, scene := range []any{nil, 7, labyrinth.Stats{}} {
		if _, err := Encoders[".svg"](scene); !errors.Is(err, render.ErrScene) {
			t.Errorf("%T: %v, want ErrScene", scene, err)
		}
	}
}

// TestSVGHuesDiffer, and corridors stand out on each.
func TestSVGHuesDiffer(t *testing.T) {
	seen := map[string]bool{}
	for c, hue := range svgHues {
		if seen[hue[0]] || hue[0] == hue[1] || len(hue[0]) != 7 || len(hue[1]) != 7 {
			t.Errorf("colour %d is %q", c, hue)
		}
		seen[hue[0]] = true
	}
}
