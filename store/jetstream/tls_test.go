package jetstream

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// certificate writes a new self-signed certificate for 127.0.0.1, and returns the names of its file
// and of its key's file.
func certificate(t *testing.T) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage:    x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalECPrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cert, key = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	for name, block := range map[string]*pem.Block{
		cert: {Type: "CERTIFICATE", Bytes: der},
		key:  {Type: "EC PRIVATE KEY", Bytes: secret},
	} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key
}

func TestTLS(t *testing.T) {
	t.Parallel()
	cert, key := certificate(t)
	mutual := func(o *server.Options) {
		config, err := server.GenTLSConfig(&server.TLSConfigOpts{CertFile: cert, KeyFile: key, CaFile: cert, Verify: true})
		if err != nil {
			t.Fatal(err)
		}
		o.TLSConfig, o.TLSTimeout = config, 2
	}
	o := one(t, mutual)
	refused(t, o, ErrTLS, "check the certificates")
	o.CAFile = cert
	refused(t, o, ErrTLS, "certificate")
	o.CertFile, o.KeyFile = cert, key
	l := opened(t, o)
	if state, err := l.link.conn.TLSConnectionState(); err != nil || state.Version < tls.VersionTLS12 {
		t.Errorf("the connection is not encrypted (%v)", err)
	}
	finds(t, checkFor(t.Context(), o, 3*time.Minute), OK, "The connection is encrypted.")

	o.CAFile, _ = certificate(t) // another authority
	refused(t, o, ErrTLS, "certificate")

	plain := one(t, nil)
	plain.CAFile = cert
	plain.URLs = []string{"tls" + plain.URLs[0][len("nats"):]}
	refused(t, plain, ErrTLS, "both sides use TLS")
}
