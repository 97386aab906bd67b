import { readFile } from "node:fs/promises";
import { parseConfigFile, type ConfigFile } from "./config-file.ts";
import { ConfigFault } from "./config.ts";
import type { Log } from "./ports/log.ts";

export interface FollowedConfigFile {
  stop(): Promise<void>;
}

export interface FollowConfigFileOptions {
  /** Path of the file; undefined while there is none. Throws a `ConfigFault` if it is not clear which file is meant. */
  find(): Promise<string | undefined>;
  env: Readonly<Record<string, string | undefined>>;
  /** The file as it was read when the server started; undefined if there was none. */
  startedWith: ConfigText | undefined;
  apply(config: ConfigFile): Promise<void>;
  log: Log;
  /** Milliseconds between two looks at the file. */
  lookMs?: number;
}

/** A configuration file as it was read. */
export interface ConfigText {
  path: string;
  text: string;
}

const LOOK_MS = 1000;
/** The pause between two looks grows with each failed attempt, up to this multiple of the usual one. */
const MOST_LOOKS_APART = 15;

/**
 * Applies changes of `countersign.yaml` while the server runs. A file that has errors, is empty or is gone changes nothing: a
 * removed server loses its waiting actions, which no half-written file may cause.
 */
export function followConfigFile(options: FollowConfigFileOptions): FollowedConfigFile {
  const { find, env, startedWith, apply, log, lookMs = LOOK_MS } = options;
  let applied = startedWith;
  /** As it was when last looked at: a file that is being written differs from one look to the next. */
  let seen = startedWith;
  let refused: string | undefined;
  /** Whether `applied` is in force: an attempt that failed may have come halfway. */
  let isInForce = true;
  /** Attempts to apply the file that failed one after another. */
  let failures = 0;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();

  /** Logs what keeps the file from being applied, once. */
  function refuse(why: string, so = "the MCP servers stay as they are"): void {
    if (refused !== why) log("error", `${why}; ${so}`);
    refused = why;
  }

  function noteFault(error: unknown): void {
    if (error instanceof ConfigFault) return refuse(error.message);
    failures += 1;
    refuse(`countersign.yaml could not be applied: ${String(error)}`, "it is tried again");
  }

  async function look(): Promise<void> {
    const now = await read();
    const isSettled = isSame(now, seen);
    seen = now;
    if (!isSettled) return;
    if (isSame(now, applied) && isInForce) {
      refused = undefined;
      failures = 0;
      return;
    }
    if (now === undefined || isBlank(now.text)) return refuse("countersign.yaml is gone or empty");
    const config = parseConfigFile(now.text, now.path, env);
    if (isStopped) return;
    isInForce = false;
    await apply(config);
    applied = now;
    isInForce = true;
    failures = 0;
    refused = undefined;
    log("info", "countersign.yaml was changed and read again", { path: now.path, upstreams: config.upstreams.length });
  }

  async function read(): Promise<ConfigText | undefined> {
    const path = await find();
    if (path === undefined) return undefined;
    try {
      return { path, text: await readFile(path, "utf8") };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    }
  }

  function lookLater(): void {
    if (isStopped) return;
    timer = setTimeout(
      () => {
        looking = look().catch(noteFault).finally(lookLater);
      },
      lookMs * Math.min(failures + 1, MOST_LOOKS_APART),
    );
    timer.unref();
  }

  lookLater();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}

/** Whether it has comments at most: a file that is written from its head, or of which everything is commented out. */
const isBlank = (text: string): boolean => text.split("\n").every((line) => /^\s*(#.*|---|\.\.\.)?\s*$/.test(line));

const isSame = (a: ConfigText | undefined, b: ConfigText | undefined): boolean => a?.path === b?.path && a?.text === b?.text;
