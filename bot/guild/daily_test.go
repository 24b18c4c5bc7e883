package guild

import (
	"path/filepath"
	"testing"

	"github.com/sixfold-bot/sixfold/store"
)

// TestSolversAreKeptForThreeDays: on the fourth day the records of who solved a puzzle are stale.
func TestSolversAreKeptForThreeDays(t *testing.T) {
	db, err := store.Open(filepath.Join(t.TempDir(), "games.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = store.Update(t.Context(), db, store.Op{}, func(tx *store.Tx) error {
		for _, day := range []string{"2027-02-25", "2027-02-26", "2027-02-27", "2027-02-28", "2027-03-01"} {
			tx.Put(SolverKind, "7/hex/"+day+"/1", []byte("Anna"))
			tx.Put(SolverKind, "8/hex/"+day+"/1", []byte("Anna"))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	old, err := stale(db, "7", "2027-03-01")
	if want := (store.Record{Kind: SolverKind, ID: "7/hex/2027-02-25/1"}); err != nil || len(old) != 1 || old[0] != want {
		t.Errorf("stale are %v, %v; want %v", old, err, want)
	}
}
