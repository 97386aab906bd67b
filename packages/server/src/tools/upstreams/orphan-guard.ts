import { spawn, type ChildProcess } from "node:child_process";

/** Kills the child process groups that are left when this process was killed and could not end them itself. */
export interface OrphanGuard {
  /** Call before a program is started: `watch` then takes no time in which this process could be killed. */
  prepare(): void;
  watch(groupId: number): void;
  release(groupId: number): void;
  close(): void;
}

/**
 * Reads group ids, `+ 1` to watch and `- 1` to release, until its input ends, at the latest with this process. Then kills the
 * remaining groups. Nothing of the configuration is in this text.
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

/** Uses one shell of about 1 MB for all upstreams. Does nothing on Windows, which has no process groups. */
export function createOrphanGuard(): OrphanGuard {
  if (process.platform === "win32") return { prepare() {}, watch() {}, release() {}, close() {} };
  let shell: ChildProcess | undefined;
  const tell = (line: string): void => void (shell ??= start()).stdin?.write(line);
  const start = (): ChildProcess => {
    // `detached` starts the shell in a process group of its own. Otherwise Ctrl+C in the terminal would end it together with
    // this process, and nobody would be left to end the upstreams.
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
    prepare: () => void (shell ??= start()),
    watch: (groupId) => tell(`+ ${groupId}\n`),
    release: (groupId) => tell(`- ${groupId}\n`),
    close: () => void shell?.stdin?.end(),
  };
}
