package chat

// Discord's limits of messages, forms and suggestions, in characters or in number. A transport
// truncates what exceeds them.
const (
	MaxText        = 4000 // of a message
	MaxRows        = 5
	MaxButtons     = 5 // in a row
	MaxChoices     = 25
	MaxChoice      = 100 // name and value of a suggestion or of a menu's choice
	MaxAction      = 100
	MaxLabel       = 80 // of a button
	MaxPlaceholder = 150
	MaxFiles       = 10
	MaxThread      = 100 // name of a thread
	MaxAlt         = 1024
	MaxMentions    = 100
	MaxTitle       = 45  // of a form, and label of its fields
	MaxFields      = 5   // including a text above them
	MaxHelp        = 100 // line below a field's label
	MaxHint        = 100 // placeholder of a field
	MaxValue       = 4000
)
