import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("../bin/countersign.mjs", import.meta.url));
const LOOK_MS = 100;

export interface Servers {
  /** The first sign-in link of the workspace. */
  signInLink: string;
  /** Kills a random server, ready or not; it is restarted on the same port. */
  killOne(): void;
  untilReady(): Promise<void>;
  stop(): Promise<void>;
}

/** Built server processes on one database with the same secrets, as in production behind a balancer. */
export async function startServers(ports: readonly number[], publicUrl: string, databaseUrl: string): Promise<Servers> {
  const root = mkdtempSync(join(tmpdir(), "countersign-chaos-"));
  const children = new Map<number, ChildProcess>();
  let isStopping = false;

  const start = (port: number): void => {
    const words = ["start", "--json", "--port", String(port), "--data", join(root, String(ports.indexOf(port)))];
    const child = spawn(process.execPath, [PROGRAM, ...words, "--database", databaseUrl], {
      env: { ...process.env, ...SETTINGS, COUNTERSIGN_PUBLIC_URL: publicUrl },
      // Server logs are full of the injected faults.
      stdio: "ignore",
    });
    children.set(port, child);
    // Restarts a server that exits, as a supervisor does in production.
    child.once("exit", () => {
      if (!isStopping && children.get(port) === child) start(port);
    });
  };
  const untilAnswers = async (port: number): Promise<void> => {
    for (;;) {
      const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isReady || isStopping) return;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  };

  // The first server creates the workspace, so it starts alone.
  start(ports[0]!);
  await untilAnswers(ports[0]!);
  for (const port of ports.slice(1)) start(port);
  const untilReady = async (): Promise<void> => void (await Promise.all(ports.map(untilAnswers)));
  await untilReady();
  return {
    signInLink: readFileSync(join(root, "0", "sign-in-link"), "utf8").trim(),
    killOne() {
      children.get(ports[Math.floor(Math.random() * ports.length)]!)!.kill("SIGKILL");
    },
    untilReady,
    async stop() {
      isStopping = true;
      for (const child of children.values()) {
        const ended = child.exitCode === null && child.signalCode === null ? once(child, "exit") : undefined;
        child.kill("SIGTERM");
        await ended;
      }
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Secrets of this run only; servers behind one address must share them. */
const SETTINGS = {
  COUNTERSIGN_SECRET: "chaos-chaos-chaos-chaos-chaos-chaos-0",
  COUNTERSIGN_SECRET_KEY: "chaos-chaos-chaos-chaos-chaos-chaos-1",
  COUNTERSIGN_LEASE_SECONDS: "5",
};
