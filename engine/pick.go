package engine

// Offer is one thing that can be picked where others type.
type Offer struct {
	// ID is what it stands for: a move's arguments, or a part of them.
	ID string
	// Title is what it is called; Detail, which may be empty, what it does. They have at
	// most 100 characters each.
	Title, Detail Text
}

// MostOffers is how many offers a menu has room for.
const MostOffers = 25

// Describer is a position that says what its moves do, for menus of them.
type Describer interface {
	Lister
	// DescribeMove returns a legal move as it is offered; its ID does not count.
	DescribeMove(move string) Offer
}

// Menu is one of the menus from which a verb's arguments are picked together.
type Menu struct {
	Title  Text // at most 45 characters
	Offers []Offer
	// Several: any number of the offers is picked together, one at least.
	Several bool
}

// Picking is how a verb's arguments are picked, from one to three menus.
type Picking struct {
	// Says is context shown above a form that hides the board.
	Says  Text
	Menus []Menu
	// Arguments makes the verb's arguments of the IDs that were picked from each menu. A
	// [*Refusal] says what is missing.
	Arguments func(picked [][]string) (string, error)
}

// Picker is a position whose moves are put together: those of a board too large
// for a menu of all moves by column and row, those that are sets by their members.
type Picker interface {
	// Picking returns how a verb's arguments are picked now; false where they are typed.
	Picking(verb string) (Picking, bool)
}

// Stage is one of the steps in which a move is picked where there are too many for one
// menu: first where, then what.
type Stage struct {
	// Says asks for the choice, in a clause.
	Says   Text
	Offers []Offer
	// More: an offer leads to a stage of its own, whose name is the offer's ID. Otherwise
	// it is a move, and its ID the verb's arguments.
	More bool
	// Scene, if not nil, shows the offers.
	Scene Scene
}

// Stager is a position whose moves are picked in steps, or in a single one where they are
// few.
type Stager interface {
	// Stage returns the stage of a verb by its name, the first one being ""; false where
	// there is none now.
	Stage(verb, name string) (Stage, bool)
}
