package doctor

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// space is what is known of a disk.
type space struct {
	free, files     uint64 // bytes and file entries that an ordinary user may still take
	kind            string
	memory, network bool
}

// kinds are the kinds of file systems by their magic numbers (statfs(2)).
var kinds = map[int64]space{
	unix.TMPFS_MAGIC: {kind: "tmpfs", memory: true}, unix.RAMFS_MAGIC: {kind: "ramfs", memory: true},
	unix.NFS_SUPER_MAGIC: {kind: "nfs", network: true}, unix.SMB2_SUPER_MAGIC: {kind: "smb", network: true},
	unix.CIFS_SUPER_MAGIC: {kind: "cifs", network: true}, unix.CEPH_SUPER_MAGIC: {kind: "ceph", network: true},
	unix.V9FS_MAGIC: {kind: "9p", network: true}, unix.FUSE_SUPER_MAGIC: {kind: "fuse", network: true},
	unix.EXT4_SUPER_MAGIC: {kind: "ext4"}, unix.XFS_SUPER_MAGIC: {kind: "xfs"}, unix.BTRFS_SUPER_MAGIC: {kind: "btrfs"},
	unix.OVERLAYFS_SUPER_MAGIC: {kind: "overlayfs"},
}

func spaceOf(dir string) (space, error) {
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil {
		return space{}, err
	}
	s, ok := kinds[int64(st.Type)]
	if !ok {
		s.kind = fmt.Sprintf("file system 0x%x", st.Type)
	}
	s.free, s.files = st.Bavail*uint64(st.Bsize), st.Ffree
	if st.Files == 0 { // it does not count them
		s.files = 10 * leastFiles
	}
	return s, nil
}
