package store

import (
	"fmt"
	"strconv"
	"strings"
)

// parseKey reads what [Key.String] wrote. The error is ErrKey.
func parseKey(text string) (Key, error) {
	parts := strings.Split(text, "/")
	if len(parts) != 3 {
		return Key{}, fmt.Errorf("%w: %q is not channel/game/number", ErrKey, text)
	}
	number, err := strconv.Atoi(parts[2])
	if err != nil {
		return Key{}, fmt.Errorf("%w: %q has no table number", ErrKey, text)
	}
	k := Key{Channel: parts[0], Game: parts[1], Number: number}
	if _, err := k.encode(); err != nil {
		return Key{}, err
	}
	if k.String() != text {
		return Key{}, fmt.Errorf("%w: %q is not written as %q", ErrKey, text, k)
	}
	return k, nil
}
