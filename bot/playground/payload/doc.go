// Package payload reads what a bot sends: the JSON of commands, messages and forms, and
// the files beside it. It checks the form alone, types of fields and parts of multipart
// bodies; what Discord demands of their values is in package validate.
package payload
