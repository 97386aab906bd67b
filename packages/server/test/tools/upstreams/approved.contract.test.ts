import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { JsonObject } from "@countersign/protocol";
import { afterEach, expect, inject, test } from "vitest";
import type { Database } from "../../../src/store/database.ts";
import { createUpstreams, type RunningUpstreams } from "../../../src/tools/upstreams/create-upstreams.ts";
import type { UpstreamSpec } from "../../../src/tools/upstreams/upstream-spec.ts";
import { describeEachDatabase } from "../../support/database.ts";
import { need, openGate, propose, untilStatus, type Gate } from "../../support/gate.ts";
import { fileURLToPath } from "node:url";
import { ODD_SERVER, runNode, specOf, tempFolder, UNCONFINED } from "./support.ts";
import { createSecretKeys } from "../../../src/engine/secrets/secret-keys.ts";
import { NO_KEY_FILE } from "../../support/no-key-file.ts";
import { until } from "../../support/until.ts";

const RECORDER = fileURLToPath(new URL("../../mcp/recording-server.mjs", import.meta.url));

const kinds = [inject("database")];

/** Tests approved calls of upstream tools, on every database. */
describeEachDatabase(
  "approved calls of upstreams",
  (getDatabase) => {
    const closing: (() => Promise<void>)[] = [];
    afterEach(async () => {
      for (const close of closing.splice(0).reverse()) await close();
    });

    async function openGateway(...specs: UpstreamSpec[]): Promise<{ gate: Gate; running: RunningUpstreams }> {
      const gate = await openGate("pglite", { database: getDatabase() });
      closing.push(() => gate.close());
      const running = await connect(gate, getDatabase(), specs);
      return { gate, running };
    }

    async function connect(gate: Gate, database: Database, specs: readonly UpstreamSpec[]): Promise<RunningUpstreams> {
      const { engine, registry, agent } = gate;
      const running = createUpstreams({
        database,
        keys: createSecretKeys(["x".repeat(32)], NO_KEY_FILE),
        configured: specs.map((spec) => ({ ...spec, workspaceId: agent.workspaceId })),
        log: () => undefined,
        syncTools: engine.upstreamTools.sync,
        noteClientNeed: engine.gateway.noteClientNeed,
        sandbox: UNCONFINED,
        onChange: engine.events.onChange,
      });
      closing.push(() => running.stop());
      registry.provide(running.provider);
      await running.serve(agent.workspaceId);
      const names = () =>
        running.upstreams.ofWorkspace(agent.workspaceId).map(({ status, problem }) => `${status} ${problem ?? ""}`);
      await until(names, (all) => all.length === specs.length && all.every((status) => status === "online "));
      return running;
    }

    async function recorder() {
      const record = join(await tempFolder(), "received");
      await writeFile(record, "");
      const received = async () =>
        (await readFile(record, "utf8"))
          .split("\n")
          .filter(Boolean)
          .map((line) => JSON.parse(line) as JsonObject);
      const calls = async () => (await received()).filter(({ method }) => method === "tools/call");
      const spec = specOf(runNode(RECORDER, record), { name: "bank", prefix: "bank" });
      return { spec, received, calls, bytes: () => readFile(record, "utf8") };
    }
    const odd = () => specOf(runNode(ODD_SERVER), { name: "odd", prefix: "odd" });
    const approve = async ({ engine, people }: Gate, id: string, userEdits?: JsonObject): Promise<void> =>
      void need(await engine.decisions.approve(people.approver, id, { channel: "api", ...(userEdits && { userEdits }) }));

    test("G28 the stored result of an approved call holds no secret of its upstream", async () => {
      const spec = specOf(runNode(ODD_SERVER, "environment"), { name: "odd", prefix: "odd", secrets: ["sesame-open-123"] });
      const { gate } = await openGateway(spec);
      const id = await propose(gate, "odd_act", {});
      await approve(gate, id);
      const stored = JSON.stringify(await untilStatus(gate, id, "executed"));
      expect([stored.includes("sesame-open-123"), stored.includes("[secret]")]).toEqual([false, true]);
    });

    test("G14 an upstream receives nothing of a gated call before its approval, and one call after", async () => {
      const { spec, calls, bytes } = await recorder();
      const { gate } = await openGateway(spec);
      const before = await bytes();
      const id = await propose(gate, "bank_transfer", { amount: 5, to: "ann-secret-account" });
      const rejected = await propose(gate, "bank_transfer", { amount: 6, to: "ann-secret-account" });
      need(await gate.engine.decisions.reject(gate.people.approver, rejected, { channel: "api" }));
      // Long enough for the executor to look for work several times.
      await new Promise((resolve) => setTimeout(resolve, 1500));
      expect(await bytes()).toBe(before);
      await approve(gate, id, { amount: 7 });
      const action = await untilStatus(gate, id, "executed");
      expect(action.result).toEqual({
        content: [{ type: "text", text: "moved 7 to ann-secret-account" }],
        structuredContent: { moved: 7 },
        _meta: { "example/trace": "t-1" },
      });
      await new Promise((resolve) => setTimeout(resolve, 1000));
      expect((await calls()).map(({ params }) => params)).toEqual([
        { name: "transfer", arguments: { amount: 7, to: "ann-secret-account" } },
      ]);
    });

    test("G5 an upstream that dies during the call leaves an unknown outcome, and the call is not sent again", async () => {
      const { gate, running } = await openGateway({ ...odd(), target: runNode(ODD_SERVER, "exits") });
      const id = await propose(gate, "odd_act", {});
      await approve(gate, id);
      const action = await untilStatus(gate, id, "outcome_unknown", "failed", "executed");
      expect(action.status).toBe("outcome_unknown");
      const upstream = () => running.upstreams.ofWorkspace(gate.agent.workspaceId)[0];
      await until(upstream, (now) => now?.status === "online");
      await new Promise((resolve) => setTimeout(resolve, 1500));
      expect((await untilStatus(gate, id, "outcome_unknown")).attempts).toHaveLength(1);
    });

    test("G33 an approved call that takes longer than its upstream's callSeconds ends, with an outcome nobody knows", async () => {
      const limits = { callSeconds: 1, maxResultMebibytes: 16, maxTools: 10 };
      const { gate } = await openGateway(specOf(runNode(ODD_SERVER, "never"), { name: "odd", prefix: "odd", limits }));
      const id = await propose(gate, "odd_act", {});
      await approve(gate, id);
      await untilStatus(gate, id, "outcome_unknown");
    });

    test("while its upstream is offline an approved call waits, and runs when it is back", async () => {
      const { spec, calls } = await recorder();
      const { gate, running } = await openGateway(spec);
      const id = await propose(gate, "bank_transfer", { amount: 1, to: "bob" });
      await running.stop();
      await approve(gate, id);
      await new Promise((resolve) => setTimeout(resolve, 1500));
      expect((await untilStatus(gate, id, "approved")).attempts).toHaveLength(0);
      expect(await calls()).toEqual([]);
      await connect(gate, getDatabase(), [spec]);
      await untilStatus(gate, id, "executed");
      expect(await calls()).toHaveLength(1);
    });

    test("the same name over another server is another server: what was approved for the former does not run there", async () => {
      const first = await recorder();
      const second = await recorder();
      const { gate, running } = await openGateway(first.spec);
      const id = await propose(gate, "bank_transfer", { amount: 1, to: "bob" });
      await running.stop();
      await connect(gate, getDatabase(), [second.spec]);
      const action = need(await gate.engine.actions.get(gate.people.admin, id));
      expect(action).toMatchObject({ status: "failed", error: { code: "tool_changed" } });
      expect([...(await first.calls()), ...(await second.calls())]).toEqual([]);
    });

    test("an upstream that asks a person during an approved call is refused, as nobody is behind it any more", async () => {
      const { gate } = await openGateway({ ...odd(), target: runNode(ODD_SERVER, "asks") });
      const id = await propose(gate, "odd_act", {});
      await approve(gate, id);
      const action = await untilStatus(gate, id, "executed", "failed");
      expect(JSON.stringify(action.result)).toContain("There is no client that can answer");
    });
  },
  kinds,
);
