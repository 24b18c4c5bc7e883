package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// machine is a Debian with systemd in its own namespaces, on the host's network.
type machine struct {
	folder string // for everything written
	outer  *exec.Cmd
	log    bytes.Buffer
	pid    int // of systemd, in the host's namespace
}

// initScript mounts a writable root over a read-only folder, and starts systemd. $1 is the folder,
// $2 the folder for everything written.
const initScript = `
set -e
root=$2/root
mkdir -p "$2"/upper "$2"/work "$root"
mount -t tmpfs tmpfs "$2/work"
mkdir "$2"/work/upper "$2"/work/work
mount -t overlay overlay -o "lowerdir=$1,upperdir=$2/work/upper,workdir=$2/work/work" "$root"
mount -t proc proc "$root/proc"
mount -t sysfs sysfs "$root/sys"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for device in null zero full random urandom tty; do
	touch "$root/dev/$device"
	mount --bind "/dev/$device" "$root/dev/$device"
done
mkdir "$root/dev/pts" "$root/dev/shm" "$root/old"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
ln -s /proc/self/fd/0 "$root/dev/stdin"
mount -t tmpfs -o mode=755 tmpfs "$root/run"
cd "$root"
pivot_root . old
umount -l /old
mount --make-rshared / # as systemd does where it is in no container: credentials need it
exec env -i container=sixfold PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --unit=multi-user.target
`

// boot starts a machine, and returns once systemd reports that it is running.
func boot(ctx context.Context, debian string) (*machine, error) {
	debian, err := filepath.Abs(debian)
	if err != nil {
		return nil, err
	}
	m := &machine{}
	if m.folder, err = os.MkdirTemp("", "sixfold-install-*"); err != nil {
		return nil, err
	}
	m.outer = exec.CommandContext(ctx, "unshare", "--mount", "--pid", "--fork", "--kill-child", "--uts", "--ipc", "--cgroup",
		"--propagation", "private", "bash", "-c", initScript, "-", debian, m.folder)
	m.outer.Stdout, m.outer.Stderr = &m.log, &m.log
	if err := m.outer.Start(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(m.folder))
	}
	if err := m.waitReady(ctx); err != nil {
		err = errors.Join(err, m.Close())
		return nil, fmt.Errorf("boot: %w\n%s", err, &m.log)
	}
	return m, nil
}

func (m *machine) waitReady(ctx context.Context) error {
	children := fmt.Sprintf("/proc/%d/task/%[1]d/children", m.outer.Process.Pid)
	var err error
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(200 * time.Millisecond) {
		var list []byte
		if list, err = os.ReadFile(children); err != nil {
			return err
		}
		if m.pid, err = strconv.Atoi(strings.TrimSpace(string(list))); err != nil {
			continue
		}
		// A machine without some real devices is reported as degraded.
		var state string
		if state, err = m.output(ctx, "systemctl is-system-running --wait || true"); err == nil &&
			(strings.Contains(state, "running") || strings.Contains(state, "degraded")) {
			return nil
		}
	}
	return fmt.Errorf("systemd does not come up: %w", err)
}

// output runs a shell command in the machine, and returns its output.
func (m *machine) output(ctx context.Context, line string) (string, error) {
	c := exec.CommandContext(ctx, "nsenter", "--target", strconv.Itoa(m.pid), "--mount", "--pid", "--uts", "--ipc", "--cgroup",
		"--root", "--wd", "env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "bash", "-c", line)
	out, err := c.CombinedOutput()
	if err != nil {
		return string(out), fmt.Errorf("%s: %w\n%s", line, err, out)
	}
	return string(out), nil
}

func (m *machine) do(ctx context.Context, line string) error {
	_, err := m.output(ctx, line)
	return err
}

// Close ends the machine, and removes everything it has written.
func (m *machine) Close() error {
	_ = m.outer.Process.Kill() // this kills systemd, and so all processes in its namespace
	_ = m.outer.Wait()
	return os.RemoveAll(m.folder)
}
