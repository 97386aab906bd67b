import { mkdirSync, realpathSync } from "node:fs";
import { basename, resolve, sep } from "node:path";
import type { SandboxStatus, UpstreamSandbox } from "@countersign/protocol";
import { bubblewrapArguments, type CoveredFolder } from "./bubblewrap-arguments.ts";
import type { FoundSandbox } from "./find-bubblewrap.ts";
import type { SandboxSetting, StdioTarget } from "./stdio-target.ts";
import { WireFault } from "./wire.ts";

/** Where the server keeps what no command may see. */
export interface HiddenPlaces {
  dataFolder: string;
  /** Whether this file or folder in the data folder is the server's own, by its name. */
  isOwn(name: string): boolean;
  folders: readonly string[];
  files: readonly string[];
}

/** A program to start in the place of a command. */
export interface CommandLaunch {
  command: string;
  args: readonly string[];
  isSandboxed: boolean;
}

export interface CommandSandbox {
  /** Why this machine has no sandbox; undefined if it has one. */
  lack: string | undefined;
  describe(target: StdioTarget): UpstreamSandbox;
  /** Throws a `WireFault` if the command requires a sandbox and there is none. */
  launch(target: StdioTarget): CommandLaunch;
}

const AUTO: SandboxSetting = { mode: "auto", isReadOnly: false, hasNetwork: true, writable: [] };

/** They ask a service of the machine to start the server, which no sandbox around them confines. */
const CONTAINER_CLIENTS = new Set(["docker", "podman", "nerdctl"]);

/** Sockets of services that start programs for whoever asks, outside of the sandbox. */
const SERVICE_FOLDERS = ["/run/user", "/run/dbus", "/run/containerd", "/run/podman", "/run/crio"];
const SERVICE_SOCKETS = ["/run/docker.sock", "/run/systemd/private", "/run/snapd.socket"];
const TEMPORARY_FOLDER = "/tmp";

export function createCommandSandbox(found: FoundSandbox, hidden: HiddenPlaces): CommandSandbox {
  return {
    lack: found.status === "active" ? undefined : describeLack(found),
    describe(target) {
      const { isReadOnly, hasNetwork } = target.sandbox ?? AUTO;
      const status = statusOf(found, target);
      const detail = found.status === status && found.status === "failed" ? found.detail : null;
      const isActive = status === "active";
      return { status, detail, isReadOnly: isActive && isReadOnly, hasNetwork: !isActive || hasNetwork };
    },
    launch(target) {
      const { command, args, sandbox = AUTO } = target;
      const status = statusOf(found, target);
      if (status === "active" && found.status === "active")
        return { command: found.program, args: confine(target, sandbox, hidden), isSandboxed: true };
      if (sandbox.mode === "required") throw new WireFault(whyRefused(status, found), { wasNotTaken: true });
      return { command, args, isSandboxed: false };
    },
  };
}

function statusOf(found: FoundSandbox, { command, sandbox = AUTO }: StdioTarget): SandboxStatus {
  if (sandbox.mode === "off") return "off";
  return CONTAINER_CLIENTS.has(basename(command)) ? "container" : found.status;
}

const whyRefused = (status: SandboxStatus, found: FoundSandbox): string =>
  status === "container"
    ? "requires a sandbox, and a container is started outside of any: write `sandbox: auto`"
    : `requires a sandbox, and ${describeLack(found)}`;

/** Why there is no sandbox on this machine. */
function describeLack(found: FoundSandbox): string {
  if (found.status === "failed") return `bubblewrap does not work here: ${found.detail}`;
  return found.status === "not-supported" ? "only Linux has one" : "bubblewrap (bwrap) is not installed";
}

function confine(target: StdioTarget, setting: SandboxSetting, hidden: HiddenPlaces): string[] {
  const { isReadOnly, hasNetwork } = setting;
  const cwd = target.cwd ?? process.cwd();
  const writable = setting.writable.map((path) => {
    const real = realPath(path);
    if (real === undefined)
      throw new WireFault(`cannot be started: ${path}, in \`write\`, does not exist`, { wasNotTaken: true });
    return real;
  });
  hidden.folders.forEach(make);
  const covered = coverOf(hidden, isReadOnly, [...namedPaths(target, cwd), ...writable]).map(({ shown, ...cover }) => ({
    ...cover,
    shown: shown.map((path) => ({ path, isWritable: !isReadOnly || writable.some((one) => isWithin(path, one)) })),
  }));
  const isCovered = (path: string): boolean =>
    covered.some((one) => isWithin(path, one.path) && !one.shown.some((shown) => isWithin(path, shown.path)));
  const masked = real([...hidden.files, ...SERVICE_SOCKETS]).filter((path) => !isCovered(path));
  const layout = { isReadOnly, hasNetwork, writable, covered, masked, cwd };
  return [...bubblewrapArguments(layout), "--", target.command, ...target.args];
}

/** Only an existing folder can be covered, and what is hidden in it may come later. One that cannot be made stays absent. */
function make(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch {
    // The command runs as the same user, so nothing will be there.
  }
}

type Cover = Omit<CoveredFolder, "shown"> & { shown: string[] };

/** The folders to cover, each with the named paths in it that remain. */
function coverOf({ dataFolder, isOwn, folders }: HiddenPlaces, isReadOnly: boolean, named: readonly string[]): Cover[] {
  const cover = (path: string, isScratch: boolean, mayShow: (name: string) => boolean): Cover[] =>
    real([path]).map((folder) => ({
      path: folder,
      isScratch,
      shown: shortestFirst(named).filter((one) => one !== folder && isWithin(one, folder) && mayShow(firstName(one, folder))),
    }));
  const covers = [
    ...cover(dataFolder, false, (name) => !isOwn(name)),
    ...folders.flatMap((path) => cover(path, false, () => false)),
    ...SERVICE_FOLDERS.flatMap((path) => cover(path, false, () => true)),
    ...(isReadOnly ? cover(TEMPORARY_FOLDER, true, () => true) : []),
  ];
  return covers.sort((a, b) => a.path.length - b.path.length);
}

/** Existing paths that the command line, the variables and the folder of a command name. */
function namedPaths({ command, args, env }: StdioTarget, cwd: string): string[] {
  const words = [command, ...args, ...Object.values(env)].flatMap((word) => [word, word.slice(word.indexOf("=") + 1)]);
  return real([cwd, ...words.map((word) => resolve(cwd, word))]);
}

const shortestFirst = (paths: readonly string[]): string[] => [...paths].sort((a, b) => a.length - b.length);
const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
const firstName = (path: string, folder: string): string => path.slice(folder.length + 1).split(sep)[0] ?? "";

/** Those that exist, once each, without symbolic links. */
const real = (paths: readonly string[]): string[] => [...new Set(paths.flatMap((path) => realPath(path) ?? []))];

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
