import { spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "@countersign/protocol";
import { afterEach, expect, test } from "vitest";
import { openStdio } from "../../../src/tools/upstreams/stdio-wire.ts";
import {
  call,
  closeAll,
  ODD_SERVER,
  online,
  open,
  programOf,
  runNode,
  specOf,
  tempFolder,
  textOf,
  UNCONFINED,
} from "./support.ts";
import { never } from "../../support/never.ts";
import { until } from "../../support/until.ts";

afterEach(closeAll);

const odd = (...args: string[]) => online(specOf(runNode(ODD_SERVER, ...args)));
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test("the reference server everything: tools, progress and whole results", async () => {
  const { upstream, lists, syncs } = await online(specOf(runNode(programOf("everything"), "stdio")));
  // This tool requires tasks, which no client can use: it is not listed, so nobody is asked about it in vain.
  expect(lists[0]?.map(({ name }) => name)).not.toContain("simulate-research-query");
  expect(upstream.withheld).toMatchObject([{ name: "simulate-research-query" }]);
  expect(upstream.greeting?.protocolVersion).toBe("2025-11-25");
  expect(lists[0]?.map(({ name }) => name)).toContain("echo");
  expect(syncs[0]).toMatchObject({ source: "mcp:wsp_test/odd", transport: "stdio", authenticated: false });
  expect(textOf(await call(upstream, "echo", { message: "hi" }))).toBe("Echo: hi");
  const steps: JsonObject[] = [];
  await upstream.request(
    "tools/call",
    { name: "trigger-long-running-operation", arguments: { duration: 0.2, steps: 2 }, _meta: { progressToken: "of a client" } },
    { signal: never, onProgress: (params) => void steps.push(params) },
  );
  expect(steps).toEqual([
    { progress: 1, total: 2 },
    { progress: 2, total: 2 },
  ]);
  const structured = await call(upstream, "get-structured-content", { location: "New York" });
  expect(structured["structuredContent"]).toMatchObject({ conditions: expect.any(String) });
});

test("the reference servers filesystem and memory", async () => {
  const folder = await tempFolder();
  await writeFile(join(folder, "a.md"), "hello");
  const files = await online(specOf(runNode(programOf("filesystem"), folder)));
  expect(textOf(await call(files.upstream, "read_text_file", { path: join(folder, "a.md") }))).toBe("hello");
  const memory = await online(specOf(runNode(programOf("memory")), { name: "memory" }));
  expect(memory.lists[0]).toHaveLength(9);
});

test("what is asked of a client during a call is asked of the client behind it, and its answer goes back", async () => {
  const { upstream } = await odd();
  const asked: string[] = [];
  const result = await upstream.request(
    "tools/call",
    { name: "asks" },
    {
      signal: never,
      onRequest: async (method, params) => {
        asked.push(`${method} ${JSON.stringify(params["message"])}`);
        return { action: "accept", content: {} };
      },
    },
  );
  expect(asked).toEqual(['elicitation/create "Really?"']);
  expect(textOf(result)).toBe('{"result":{"action":"accept","content":{}}}');
});

test("with two calls at once, or nobody to ask, an upstream that asks is refused and nobody is asked", async () => {
  const { upstream } = await odd();
  expect(textOf(await call(upstream, "asks"))).toContain("-32601");
  const going = new AbortController();
  const other = upstream.request("tools/call", { name: "never" }, { signal: going.signal }).catch(() => "taken back");
  let isAsked = false;
  const result = await upstream.request(
    "tools/call",
    { name: "asks" },
    {
      signal: never,
      onRequest: async () => {
        isAsked = true;
        return { action: "accept" };
      },
    },
  );
  expect(isAsked).toBe(false);
  expect(textOf(result)).toContain("There is no client that can answer, or it is unclear which one.");
  going.abort();
  expect(await other).toBe("taken back");
});

test("a server that answers twice, with a wrong id, or between noise: each call has its own answer", async () => {
  const { upstream, logged } = await odd();
  expect(textOf(await call(upstream, "twice"))).toBe("first");
  expect(textOf(await call(upstream, "wrongId"))).toBe("its own");
  expect(textOf(await call(upstream, "noise"))).toBe("after noise");
  await expect(call(upstream, "malformed")).rejects.toThrow("neither a result nor an error");
  expect(upstream.status).toBe("online");
  expect(logged.filter((line) => line.includes("sent an unexpected or duplicate response"))).toHaveLength(1);
});

test("a flood of notices neither stops the answer nor fills the log, and lists are read anew once or twice", async () => {
  const { upstream, lists, notices, logged } = await odd();
  expect(textOf(await call(upstream, "flood"))).toBe("after the flood");
  await until(() => notices.filter(({ method }) => method.endsWith("tools/list_changed")).length);
  expect(lists.length).toBeLessThan(5);
  expect(logged.length).toBeLessThan(20);
});

test("a changed list of tools is read and told of", async () => {
  const { upstream, lists, notices } = await odd();
  await call(upstream, "grows");
  await until(
    () => lists.length,
    (length) => length === 2,
  );
  expect(lists[1]?.map(({ name }) => name)).toEqual(["act", "more1"]);
  await until(() => notices.some(({ method }) => method === "notifications/tools/list_changed"));
});

test("all pages of the list are read; one that goes in a circle keeps the upstream offline", async () => {
  const paged = await odd("pages");
  expect(paged.lists[0]?.map(({ name }) => name)).toEqual(["page0", "page1", "page2", "page3"]);
  const circle = open(specOf(runNode(ODD_SERVER, "circle")));
  expect(await until(() => circle.upstream.problem)).toContain("the same page of tools again and again");
});

test("an older protocol version is spoken, an unknown one is a problem that says so", async () => {
  const old = await odd("old");
  expect(old.upstream.greeting?.protocolVersion).toBe("2024-11-05");
  const future = open(specOf(runNode(ODD_SERVER, "future")));
  expect(await until(() => future.upstream.problem)).toContain("speaks protocol version 2099-01-01");
});

test("G33 messages that are too long are let by: noise, a notice and a request end nothing, an answer ends its call", async () => {
  const { upstream, logged } = await odd();
  let isHeld = true;
  call(upstream, "never").catch(() => (isHeld = false));
  await expect(call(upstream, "long")).rejects.toThrow(/odd executed the call and answered with 178\d{5} bytes/);
  expect(textOf(await call(upstream, "act"))).toBe("acted");
  expect([upstream.restarts, upstream.status, isHeld]).toEqual([0, "online", true]);
  expect(logged.join()).toContain("which exceeds the limit");
});

test("a program that dies during a call leaves its outcome unknown; offline, a call is told that nothing was sent", async () => {
  const { upstream } = await odd();
  await expect(call(upstream, "exits")).rejects.toThrow("ended with exit code 7; the outcome of the call is unknown");
  await expect(call(upstream, "act")).rejects.toThrow("odd is offline");
  await until(
    () => upstream.status,
    (status) => status === "online",
  );
});

test("a program that does not start is offline with its last words, without its secrets", async () => {
  const target = runNode(ODD_SERVER, "dies");
  const { upstream, logged } = open(specOf(target, { secrets: ["sesame-open-123"] }));
  expect(await until(() => upstream.problem)).toBe("ended with exit code 3: cannot start with [secret]");
  expect(upstream.status).toBe("offline");
  const missing = open(specOf({ transport: "stdio", command: "no-such-program-here", args: [], env: {} }));
  expect(await until(() => missing.upstream.problem)).toBe("the program no-such-program-here was not found");
  expect(logged.join("\n")).not.toContain("sesame");
});

test("a call that is taken back is taken back at the upstream, under the upstream's own id", async () => {
  const folder = await tempFolder();
  const { upstream } = await odd("well", join(folder, "pid"));
  const going = new AbortController();
  const running = upstream.request("tools/call", { name: "never" }, { signal: going.signal });
  going.abort();
  await expect(running).rejects.toThrow("was cancelled");
  const told = await until(() => readFile(join(folder, "pid.cancelled"), "utf8").catch(() => ""));
  expect(JSON.parse(told)).toMatchObject({ requestId: expect.any(Number) });
});

test("stopping ends the program and what it started, also one that does not listen", async () => {
  const folder = await tempFolder();
  const { stop } = await odd("stubborn", join(folder, "pid"));
  const pids = (await readFile(join(folder, "pid"), "utf8")).split(" ").map(Number);
  expect(pids.map(isAlive)).toEqual([true, true]);
  await stop();
  await until(
    () => pids.some(isAlive),
    (some) => !some,
  );
});

test("a program is watched from its first moment: a process that is killed then leaves nothing behind", async () => {
  const told: (string | number)[] = [];
  const guard = {
    prepare: () => void told.push("prepare"),
    watch: (groupId: number) => void told.push(groupId),
    release: () => undefined,
    close: () => undefined,
  };
  const events = { onMessage() {}, onTooLarge() {}, onFault() {}, onEnd() {} };
  const opening = openStdio({ command: process.execPath, args: [ODD_SERVER, "well"], env: {} }, String, {
    guard,
    sandbox: UNCONFINED,
  })(events);
  // Without waiting for anything.
  expect(told).toEqual(["prepare", expect.any(Number)]);
  await (await opening).close();
});

test("no program is left when this process is killed", async () => {
  const folder = await tempFolder();
  const life = fileURLToPath(new URL("life.ts", import.meta.url));
  const args = ["--import", "tsx", "--conditions=@countersign/source", life, join(folder, "pid")];
  const parent = spawn(process.execPath, args, { stdio: "ignore" });
  const pids = await until(
    async () => (await readFile(join(folder, "pid"), "utf8").catch(() => "")).split(" ").filter(Boolean).map(Number),
    ({ length }) => length === 2,
  );
  parent.kill("SIGKILL");
  await until(
    () => pids.some(isAlive),
    (some) => !some,
  );
});
