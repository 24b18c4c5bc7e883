// Package store keeps tables and small records in one bbolt file.
//
// A [Table] is stored as JSON: the list of its moves, not a position. The package knows no rules.
// Every table carries a revision, which [Transact] compares, so that one of two concurrent changes
// to a table succeeds and the other is told. [Store.Channel], [Store.User], [Store.Thinking] and
// [Store.Due] find tables by indexes. A small record is a byte string with a kind and an ID: see
// [Store.Get] and [Store.First]. If it is JSON, a [Kind] gives its type.
//
// [End] tells how a table that is over has ended. [Store.Past] lists a user's finished games, and
// [Store.Unrated] those that are still to be rated. [Store.Top] and [Store.PlaceOf] read the
// rankings that [Tx.Rank] maintains: see package ranking.
//
// [Store.Backup] copies a store in use, [WriteCopy] turns such a copy into a checked file, and
// [Store.Verify] and [Check] read the whole content. [Open] checks all pages of the file before
// bbolt uses them: see package pages.
//
// A write that has returned without error is on disk and survives a loss of power. Open syncs what
// a killed process has left in the system's page cache alone. Once the disk has failed at the end
// of a commit, the store refuses writes until it is opened again.
//
// A file of an older version is refused, with a sentence that names the version which upgrades it:
// see [ErrOlder].
//
// Concurrent writers share commits, without a timer: requests that arrive while a transaction is
// being synced form the next transaction. A lone writer waits for nobody.
//
// A store can also be a replica, one of several copies of a state that processes on different
// machines share: see [OpenReplica]. Its file is then a copy of what package changelog keeps, and
// what is said of the disk here holds for that log. A copy may lag behind the log; [Serve] makes
// sure that no request is answered from an old state.
//
// # The file
//
// The top-level buckets and their keys. KEY is a table's key: the channel's snowflake as 8 bytes,
// big-endian, the game's ID, a zero byte, and the table's number as 4 bytes, big-endian.
//
//	meta      "schema"                         the file's schema, a decimal number
//	meta      "handled"                        the latest block of request IDs
//	meta      "log", "head", "clean"           only in a replica's file: the log's ID, the head
//	                                           that the copy has reached, and whether it was closed
//	tables    KEY                              the table as JSON
//	numbers   KEY without the number           last number given, 4 bytes big-endian
//	open      KEY                              of a table that is not over
//	users     user ID, zero byte, KEY          of a table that is not over: for each seated user,
//	                                           or for the owner if nobody is seated
//	thinking  KEY                              of a table that waits for the bot
//	due       seconds, nanoseconds, KEY        of a table with a deadline
//	past      USER, game's ID, zero byte,      of a table whose end counts, for each seated user:
//	          MILLI inverted, KEY without      how it ended, in a compact form
//	          the game
//	unrated   MILLI, KEY                       of a table that has ended and is to be rated
//	rated     pool, zero byte, MILLI, KEY      of a table that has been rated
//	unended   KEY                              of a table that is over and has no end: written by
//	                                           older versions, empty in a file of this schema
//	servers   server's ID, zero byte, KEY      of a public table that is not over
//	ranks     see package ranking              the rankings
//	records   kind, zero byte, ID              a small record
//	handled   8 bytes, ascending               an earlier block of request IDs
//
// A block is up to 64 snowflakes of requests that have changed something, 8 bytes each, big-endian.
// USER is a snowflake as 8 bytes; any other ID is the byte 0x80, the ID and a zero byte. MILLI is
// the time of the end in milliseconds since 1970, as 6 bytes.
//
// The values of tables, records and blocks end in a checksum, CRC-32C, of key and content. A record
// whose bytes have changed on disk is refused with ErrDamaged; all others stay usable.
//
// The buckets from open to servers are indexes. Their values are empty, except those of past. They
// change in the same transaction as the table and can be derived from the tables.
//
// The package reads no clock except to measure commits: callers pass times.
package store
