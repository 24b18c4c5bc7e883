package tournament

import "testing"

// TestSignedUpTellsWhatIsShown: the message in which people sign up is edited when somebody joins, takes
// another name, or the tournament begins.
func TestSignedUpTellsWhatIsShown(t *testing.T) {
	seen := map[uint64]int{}
	for i, shown := range []Tournament{
		{State: SigningUp},
		{State: SigningUp, Players: []Player{{ID: "1", Name: "Anna"}}},
		{State: SigningUp, Players: []Player{{ID: "1", Name: "Ann"}}},
		{State: SigningUp, Players: []Player{{ID: "1", Name: "Anna"}, {ID: "2", Name: "Ben"}}},
		{State: Running, Players: []Player{{ID: "1", Name: "Anna"}, {ID: "2", Name: "Ben"}}},
	} {
		h := shown.signedUp()
		if other, same := seen[h]; same || h == 0 {
			t.Errorf("%d looks like %d: %x", i, other, h)
		}
		seen[h] = i
	}
}
