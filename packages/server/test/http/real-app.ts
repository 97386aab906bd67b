import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Registry } from "prom-client";
import { createApp } from "../../src/http/app.ts";
import { createIdentity } from "../../src/identity/identity.ts";
import { need, openGate, type Gate } from "../support/gate.ts";
import type { PrincipalName } from "./fake-parts.ts";

export type Keys = Record<PrincipalName, string>;

/** Two workspaces on one database behind the real app, with a key for everybody in each. */
export async function openRealApp() {
  const ours = await openGate("pglite", { started: false });
  const theirs = await openGate("pglite", { started: false, database: ours.database });
  const publicUrl = "http://localhost:7420";
  const identity = createIdentity({ database: ours.database, secret: "x".repeat(32), baseUrl: publicUrl });
  const faults: unknown[] = [];
  const app = createApp({
    engine: ours.engine,
    identity,
    settings: { publicUrl, allowedHosts: ["localhost"] },
    publicFolder: await mkdtemp(join(tmpdir(), "countersign-inbox-")),
    metrics: new Registry(),
    readiness: async () => ({ ready: true }),
    log: (level, message, details) => level === "error" && faults.push(message, details),
  });

  async function makeKeys({ people: { admin, approver, viewer } }: Gate): Promise<Keys> {
    const make = async (by: typeof admin, kind: "user" | "agent" | "worker") =>
      need(await identity.createKey(by, { kind, name: kind })).key;
    return {
      viewer: await make(viewer, "user"),
      approver: await make(approver, "user"),
      admin: await make(admin, "user"),
      agent: await make(admin, "agent"),
      worker: await make(admin, "worker"),
    };
  }

  const send = (method: string, path: string, key?: string, body?: unknown) =>
    app.request(path, {
      method,
      headers: {
        ...(key && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  return {
    ours,
    theirs,
    ourKeys: await makeKeys(ours),
    theirKeys: await makeKeys(theirs),
    app,
    send,
    /** What the app logged as an unexpected fault. */
    faults,
    async close() {
      await theirs.engine.stop(1);
      await identity.close();
      await ours.close();
    },
  };
}
