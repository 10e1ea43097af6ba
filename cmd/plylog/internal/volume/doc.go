// Package volume makes file systems that can fail: that lose their power, become
// read-only or run full under whoever writes to them. It takes root, loop devices and
// mkfs.ext4; tests and the reliability suite put servers on them.
//
// May import: nothing of this module.
package volume
