/** What a command in a sandbox can see, change and reach. All paths are absolute, exist and contain no symbolic link. */
export interface SandboxLayout {
  /** Only `writable` and a temporary folder can be changed. */
  isReadOnly: boolean;
  hasNetwork: boolean;
  writable: readonly string[];
  /** Folders in whose place there is an empty one; an outer one comes before those in it. */
  covered: readonly CoveredFolder[];
  /** Files that cannot be opened. */
  masked: readonly string[];
  cwd: string;
}

export interface CoveredFolder {
  path: string;
  /** The empty folder takes files, which end with the command. */
  isScratch: boolean;
  /** Paths in it that remain. */
  shown: readonly { path: string; isWritable: boolean }[];
}

/** File descriptor on which bubblewrap names the process that it started. */
export const INFO_FD = 3;

/**
 * Arguments of `bwrap` before the command. Their order matters: each covers what the ones before it show. The folders that are
 * covered become read-only last, since places in them are made for what remains.
 */
export function bubblewrapArguments({ isReadOnly, hasNetwork, writable, covered, masked, cwd }: SandboxLayout): string[] {
  return [
    ["--die-with-parent"],
    // Gives the command its own process group, so that it can be signalled while bubblewrap waits for it.
    ["--new-session"],
    ["--unshare-pid"],
    ["--unshare-ipc"],
    ...(hasNetwork ? [] : [["--unshare-net"]]),
    // As root bubblewrap would leave the right to unmount what covers a folder.
    ["--cap-drop", "ALL"],
    [isReadOnly ? "--ro-bind" : "--bind", "/", "/"],
    ...writable.map((path) => ["--bind", path, path]),
    // After `writable`: the machine's own devices and processes never appear.
    ["--dev", "/dev"],
    ["--proc", "/proc"],
    // Otherwise a command that runs as root could set kernel options that start a program outside of the sandbox.
    ["--ro-bind", "/proc/sys", "/proc/sys"],
    ["--ro-bind", "/sys", "/sys"],
    ...covered.flatMap(({ path, shown }) => [
      ["--tmpfs", path],
      ...shown.map((one) => [one.isWritable ? "--bind" : "--ro-bind", one.path, one.path]),
    ]),
    ...masked.map((path) => ["--ro-bind", "/dev/null", path]),
    ...covered.flatMap(({ path, isScratch }) => (isScratch ? [] : [["--remount-ro", path]])),
    ["--chdir", cwd],
    ["--info-fd", String(INFO_FD)],
  ].flat();
}
