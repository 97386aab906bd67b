import { spawn, type ChildProcess } from "node:child_process";

/** Ends process groups of ours that are still there when this process was killed and could not do it. */
export interface OrphanGuard {
  watch(groupId: number): void;
  release(groupId: number): void;
  close(): void;
}

/**
 * Reads group ids, `+ 1` and `- 1`, until its input ends, which is when we do; then ends the groups that are left. The
 * configuration has no part in this text.
 */
const SCRIPT = `
groups=' '
while read -r sign group; do
  case $sign in
    +) groups="$groups$group " ;;
    -) case $groups in *" $group "*) groups="\${groups%% $group *} \${groups#* $group }" ;; esac ;;
  esac
done
for group in $groups; do kill -s TERM -- "-$group" 2>/dev/null; done
[ "$groups" = "\${groups# *[0-9]}" ] || sleep 2
for group in $groups; do kill -s KILL -- "-$group" 2>/dev/null; done
`;

/** A shell of about a megabyte for all upstreams together; where there are no process groups it does nothing. */
export function createOrphanGuard(): OrphanGuard {
  if (process.platform === "win32") return { watch() {}, release() {}, close() {} };
  let shell: ChildProcess | undefined;
  const tell = (line: string): void => {
    shell ??= start();
    shell.stdin?.write(line);
  };
  const start = (): ChildProcess => {
    // A group of its own: what ends us from a terminal must not end it first.
    const started = spawn("/bin/sh", ["-c", SCRIPT], {
      stdio: ["pipe", "ignore", "ignore"],
      detached: true,
      env: { PATH: "/usr/bin:/bin" },
    });
    started.on("error", () => {});
    started.stdin?.on("error", () => {});
    started.unref();
    (started.stdin as { unref?(): void } | null)?.unref?.();
    return started;
  };
  return {
    watch: (groupId) => tell(`+ ${groupId}\n`),
    release: (groupId) => tell(`- ${groupId}\n`),
    close: () => void shell?.stdin?.end(),
  };
}
