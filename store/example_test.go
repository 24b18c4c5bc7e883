package store_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/sixfold-bot/sixfold/store"
)

// Two who loaded the same table move at once: one of them is told to look again.
func Example() {
	folder, err := os.MkdirTemp("", "store")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	s, err := store.Open(filepath.Join(folder, "sixfold.db"), store.Options{})
	if err != nil {
		panic(err)
	}
	defer s.Close()

	key, err := s.Create("1180000000000000001", "hex", &store.Table{Head: store.Head{Seats: []string{store.UserSeat + "11", ""}}})
	if err != nil {
		panic(err)
	}
	fmt.Println(key)

	first, _ := s.Load(key)
	second, _ := s.Load(key)
	first.Moves = append(first.Moves, store.Move{Text: "c5", By: store.UserSeat + "11"})
	second.Moves = append(second.Moves, store.Move{Text: "d4", By: store.UserSeat + "11"})
	fmt.Println("first:", s.Save(key, first), "at revision", first.Revision)
	fmt.Println("second is late:", errors.Is(s.Save(key, second), store.ErrStale))

	tables, err := s.User("11")
	if err != nil {
		panic(err)
	}
	for _, t := range tables {
		fmt.Println(t.Key, t.Seats)
	}
	// Output:
	// 1180000000000000001/hex/1
	// first: <nil> at revision 2
	// second is late: true
	// 1180000000000000001/hex/1 [user:11 ]
}
