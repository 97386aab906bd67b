import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { verifyFolder } from "./verify-folder.ts";

export interface RoundsOptions {
  rounds: number;
  /** How the writer ends: its process is killed, or the power fails as well. */
  end: "kill" | "power";
  fsync?: boolean;
  /** A closed database to start with; if omitted, the writer creates and migrates one and may be interrupted there too. */
  from?: string;
  /** Number of rounds before a new database is used; in between it ages. */
  roundsPerFolder?: number;
  onRound?: (line: string) => void;
}

export interface RoundsResult {
  rounds: number;
  acknowledged: number;
  faults: string[];
}

const WRITER = join(import.meta.dirname, "writer.ts");
const RECORDING_DISK = new URL("./recording-disk.ts", import.meta.url).href;
/** Not the `tsx` command, which starts a second process that a kill would not reach. */
const TSX = import.meta.resolve("tsx");

/** Lets a process write, ends it at a random moment, reopens the database and compares it with the acknowledged writes. */
export async function runRounds(options: RoundsOptions): Promise<RoundsResult> {
  const { rounds, roundsPerFolder = 10, onRound = () => undefined } = options;
  const result: RoundsResult = { rounds, acknowledged: 0, faults: [] };
  const root = await mkdtemp(join(tmpdir(), "countersign-durability-"));
  let acknowledged = new Set<string>();
  try {
    for (let round = 0; round < rounds; round += 1) {
      const isNew = round % roundsPerFolder === 0;
      const folder = join(root, String(Math.floor(round / roundsPerFolder)));
      if (isNew) {
        acknowledged = new Set();
        if (options.from !== undefined) await cp(options.from, folder, { recursive: true });
      }
      const before = acknowledged.size;
      await writeUntilEnd(options, { root, folder, round, acknowledged });
      const faults = await verifyFolder(folder, acknowledged).catch((error: unknown) => [`does not open: ${String(error)}`]);
      result.acknowledged += acknowledged.size - before;
      result.faults.push(...faults.map((fault) => `round ${round + 1}: ${fault}`));
      onRound(`round ${round + 1}: ${acknowledged.size - before} acknowledged, ${faults.join(", ") || "all there"}`);
      // A loss would otherwise be counted again in every later round.
      if (faults.length > 0) {
        await rm(folder, { recursive: true });
        acknowledged = new Set();
      }
    }
  } finally {
    await rm(root, { recursive: true, force: true });
  }
  return result;
}

interface Round {
  root: string;
  folder: string;
  round: number;
  acknowledged: Set<string>;
}

async function writeUntilEnd(
  { end, fsync = true }: RoundsOptions,
  { root, folder, round, acknowledged }: Round,
): Promise<void> {
  const shadow = join(root, "shadow");
  await Promise.all([shadow, `${shadow}.aside`].map((path) => rm(path, { recursive: true, force: true })));
  const disk = end === "power" ? [RECORDING_DISK] : [];
  const writer = spawn(
    process.execPath,
    ["--import", TSX, WRITER, folder, String(round), fsync ? "fsync" : "no-fsync", ...disk],
    {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, DURABILITY_SHADOW: shadow },
    },
  );
  const lines = createInterface(writer.stdout);
  lines.on("line", (id) => acknowledged.add(id));
  const ended = Promise.all([once(writer, "exit"), once(lines, "close")]);
  await Promise.race([once(lines, "line"), ended]);
  if (writer.exitCode !== null) throw new Error("the writer ended by itself");
  await sleep(50 + Math.random() * 1200);
  writer.kill("SIGKILL");
  await ended;
  if (end === "power") {
    await rm(join(folder, "data"), { recursive: true });
    await rename(shadow, join(folder, "data"));
  }
}
