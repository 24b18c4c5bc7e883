package jetstream

import (
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/sixfold-bot/sixfold/store/changelog"
	"github.com/sixfold-bot/sixfold/store/logtest"
)

// TestExample runs the servers of the example on other ports, and has its user do all that
// a log does.
func TestExample(t *testing.T) {
	cert, key := certificate(t)
	dir := t.TempDir()
	certs(t, dir, map[string]string{"ca.pem": cert, "server.pem": cert, "server.key": key})
	var configs []*server.Options
	if !t.Run("files", func(t *testing.T) { configs = example(t, dir) }) {
		return
	}
	t.Parallel()
	free := addresses(t, 6)
	c := &cluster{}
	o := Options{Bucket: "games", Application: "1", User: "sixfold", Password: "secret", CAFile: cert}
	for i, config := range configs {
		config.Port, config.Cluster.Port, config.HTTPPort = port(free[i]), port(free[i+3]), -1
		config.Routes = []*url.URL{free[3], free[4], free[5]}
		config.NoLog, config.NoSigs, config.StoreDir = true, true, filepath.Join(dir, config.StoreDir)
		c.options = append(c.options, config)
		c.servers = append(c.servers, nil)
		o.URLs = append(o.URLs, "tls://"+free[i].Host)
	}
	for i := range c.options {
		c.run(t, i)
		o.Monitors = append(o.Monitors, "http://"+c.servers[i].MonitorAddr().String())
	}
	t.Cleanup(c.stop)

	logtest.Work(t, func() changelog.Log { return opened(t, o) }, logtest.Load{
		Writers: 2, Rows: 4, More: func(done int) bool { return done < 20 },
	})
	all := Check(t.Context(), o)
	finds(t, all, OK, "before it is acknowledged")
	finds(t, all, OK, "The connection is encrypted.")
	for _, f := range all {
		if f.Level == Wrong {
			t.Errorf("%s: %s", f.About, f.Says)
		}
	}
	o.Bucket = "others"
	refused(t, o, ErrCredentials, "may not do")
	o.Password = "wrong"
	refused(t, o, ErrCredentials, "check the user")
}

// example reads the files of the example as servers do that start in a folder, because the files name
// certificates and data relative to it.
func example(t *testing.T, dir string) (configs []*server.Options) {
	t.Helper()
	t.Setenv("SIXFOLD_NATS_PASSWORD", "secret")
	t.Setenv("SIXFOLD_NATS_ADMIN_PASSWORD", "other")
	folder, err := filepath.Abs("../../bot/operate/cluster")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	for _, name := range []string{"n1.conf", "n2.conf", "n3.conf"} {
		config, err := server.ProcessConfigFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, routes := range config.Routes {
			if routes.Host == "" || len(config.Routes) != 2 {
				t.Errorf("%s has the routes %v", name, config.Routes)
			}
		}
		configs = append(configs, config)
	}
	return configs
}

// certs puts files into the folder certs of a folder, under the names of the example.
func certs(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	if err := os.Mkdir(filepath.Join(dir, "certs"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, from := range files {
		b, err := os.ReadFile(from)
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, "certs", name), b, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
