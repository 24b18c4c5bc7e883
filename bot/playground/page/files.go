package page

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"strconv"

	"github.com/sixfold-bot/sixfold/bot/playground/rules"
	"github.com/sixfold-bot/sixfold/bot/playground/world"
)

//go:embed web
var web embed.FS

// addFiles adds the page's static files.
func addFiles(mux *http.ServeMux) {
	files, err := fs.Sub(web, "web")
	if err != nil {
		panic(err) // the folder is embedded
	}
	mux.Handle("GET /web/", guarded(http.StripPrefix("/web", http.FileServerFS(files))))
	mux.Handle("GET /{$}", guarded(http.FileServerFS(files)))
}

// guarded adds security headers: resources only from here, no framing. The browser must revalidate,
// as a new binary may contain a new page.
func guarded(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'self'; img-src 'self' data: blob:; "+
			"style-src 'self' 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Referrer-Policy", "no-referrer")
		w.Header().Set("Cache-Control", "no-cache")
		h.ServeHTTP(w, r)
	})
}

// attachment serves a file. Only pictures are displayed inline: another file may be a page with
// scripts.
func (p *page) attachment(w http.ResponseWriter, r *http.Request) {
	f, data, err := p.Messages.File(r.PathValue("id"), r.PathValue("name"))
	switch {
	case errors.Is(err, world.ErrNoFile):
		rules.WriteSentence(w, http.StatusNotFound, err.Error())
		return
	case err != nil:
		p.Log.Error("playground cannot read a file", "id", f.ID, "error", err)
		rules.WriteSentence(w, http.StatusNotFound, "the file is lost")
		return
	}
	disposition := "attachment"
	if f.Width > 0 {
		disposition = "inline"
	}
	h := w.Header()
	h.Set("Content-Type", f.Type)
	h.Set("Content-Length", strconv.Itoa(len(data)))
	h.Set("Content-Disposition", fmt.Sprintf("%s; filename=%q", disposition, f.Name))
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "private, max-age=31536000, immutable")
	_, _ = w.Write(data) // the client may disconnect
}
