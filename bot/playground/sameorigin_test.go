package playground

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// The Fetch standard and Fetch Metadata Request Headers define the headers.
func TestAllows(t *testing.T) {
	tests := []struct {
		name         string
		origin, site string
		want         bool
	}{
		{"another program", "", "", true},
		{"the address bar", "", "none", true},
		{"the server's page", "", "same-origin", true},
		{"the server's page, in a post", "http://127.0.0.1:1", "same-origin", true},
		{"a picture in another site's page", "", "cross-site", false},
		{"a page of another port", "", "same-site", false},
		{"a form of another site", "https://example.org", "cross-site", false},
		{"a form, by an old browser", "https://example.org", "", false},
		{"a page of another port, by an old browser", "http://127.0.0.1:2", "", false},
		{"a sandboxed page", "null", "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://127.0.0.1:1/", http.NoBody)
			for name, value := range map[string]string{"Origin": tt.origin, "Sec-Fetch-Site": tt.site} {
				if value != "" {
					r.Header.Set(name, value)
				}
			}
			if got := SameOrigin(r); got != tt.want {
				t.Errorf("Allows = %t, want %t", got, tt.want)
			}
		})
	}
}
