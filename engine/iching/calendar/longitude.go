package calendar

import (
	"math"
	"strconv"
	"strings"

	"github.com/sixfold-bot/sixfold/engine"
)

// ParseLongitude parses degrees east: "4.9", "-58.4" or "58.4 W". The error is a
// [*engine.Refusal].
func ParseLongitude(text string) (float64, error) {
	number, sign := strings.ToUpper(strings.TrimSpace(text)), 1.0
	if west, ok := strings.CutSuffix(number, "W"); ok {
		number, sign = west, -1
	} else {
		number = strings.TrimSuffix(number, "E")
	}
	number = strings.ReplaceAll(strings.TrimRight(strings.TrimSpace(number), "° "), ",", ".")
	degrees, err := strconv.ParseFloat(number, 64)
	if err != nil || math.IsNaN(degrees) || degrees < -180 || degrees > 180 {
		return 0, engine.Refuse("`%s` is not a longitude; it is degrees from -180 to 180, east of Greenwich, such as 4.9", engine.Quotable(text))
	}
	return sign * degrees, nil
}
