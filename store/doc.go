// Package store keeps tables and small records in one bbolt file.
//
// A [Table] is stored as the list of its moves, as JSON that can be read by eye, never
// as a position: what the moves mean is for the reader of the record to know, and the
// package knows no rules. Every table carries a revision. [Transact], by which tables are changed,
// compares it, so that of two who act on the same board at once one wins and the other is
// told.
// [Store.Channel], [Store.User], [Store.Thinking] and [Store.Due] find tables by indexes. A
// small record is any bytes under a kind and an ID: [Store.Get], [Store.First]; where they are
// JSON, a [Kind] names their type.
//
// Of a table that is over, [End] says how it ended. [Store.Past] lists the finished games of
// a user, and [Store.Unrated] those that are to be rated.
// [Store.Top] and [Store.PlaceOf] read the rankings that [Tx.Rank] keeps: see package
// ranking.
//
// [Store.Backup] copies a store that is in use, [WriteCopy] makes a checked file of the
// copy, and [Store.Verify] and [Check] read all that there is. [Open] checks all pages of
// the file before bbolt may believe them: see package pages.
//
// What a call reports as done is on disk, and survives a loss of power at any time. What a
// process that was killed has left in the system's memory alone is put on disk when the
// file is opened. Once the disk has failed at the end of a commit, nothing more is written
// until then.
//
// A file of an older version is refused, with a sentence that names the one that raises it: see
// [ErrOlder].
//
// Writers that call at the same time share one commit, without a timer: while one
// transaction is being synced the next requests queue up, and the next transaction takes
// them all. A lone writer waits for nobody.
//
// A store may also be a replica, one of several that processes on different machines have of one
// state: see [OpenReplica]. Its file is then a copy of what package changelog keeps, and all
// that is said here of the disk is said of that log. A copy may lag behind it: [Serve] has a request
// answered by nothing that is past.
//
// # The file
//
// Top-level buckets and their keys, where KEY is a table's key: the channel's
// snowflake as 8 bytes big-endian, the game's ID, a zero byte, and the table's
// number as 4 bytes big-endian.
//
//	meta      "schema"                         the file's schema, a decimal number
//	meta      "handled"                        IDs of requests that changed something last, a block
//	meta      "log", "head", "clean"           in a replica's file alone: of which log it is a copy,
//	                                           up to where, and that it was closed
//	tables    KEY                              the table as JSON
//	numbers   KEY without the number           last number given, 4 bytes big-endian
//	open      KEY                              of a table that is not over
//	users     user ID, zero byte, KEY          of a table that is not over: each who sits
//	                                           there, or its owner where nobody does
//	thinking  KEY                              of a table that awaits the bot
//	due       seconds, nanoseconds, KEY        of a table at which something falls due
//	past      USER, game's ID, zero byte,      of a table whose end counts, for each who sat
//	          MILLI downwards, KEY without     there: how it ended, in few bytes
//	          the game
//	unrated   MILLI, KEY                       of a table that has ended and is to be rated
//	rated     pool, zero byte, MILLI, KEY      of one that has been rated
//	unended   KEY                              of one that is over and does not tell its end:
//	                                           of an older version, so that there is none
//	servers   server's ID, zero byte, KEY      of a table that is not over, and that all may see
//	ranks     see package ranking              the rankings
//	records   kind, zero byte, ID              a small record
//	handled   8 bytes, ascending               a block of such requests before them
//
// A block is up to 64 snowflakes, 8 bytes each, big-endian. USER is a
// snowflake, as 8 bytes, or for an ID that is none the byte 0x80, the ID and a zero byte.
// MILLI is the time of the end in milliseconds since 1970, as 6 bytes.
//
// The values of tables, records and blocks end in a checksum, CRC-32C, of their key and
// content: a record whose bytes have changed on disk is refused with ErrDamaged, alone, while
// all else goes on.
//
// Those from open to servers are indexes, and but for past their values are empty; they
// change in the same transaction as the table, and follow from the tables alone.
//
// The package has no clock but for measuring its commits: times come from callers.
package store
