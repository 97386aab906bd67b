import { readFile } from "node:fs/promises";
import type { JsonObject } from "@countersign/protocol";
import { expect, test } from "vitest";
import {
  DOCUMENTATION_ROWS,
  effectiveRisk,
  FLOORS,
  rateTool,
  runsByDefault,
  scoreRisk,
  SERVER_ROWS,
  TOOL_ROWS,
  type ServerFacts,
} from "../../src/core/risk.ts";

const LOCAL: ServerFacts = { transport: "stdio", network: "loopback", authenticated: false, trusted: true, documented: 1 };
const REMOTE: ServerFacts = { ...LOCAL, transport: "http", network: "public", authenticated: true };
const untrusted = (server: ServerFacts): ServerFacts => ({ ...server, trusted: false });

const tool = (name: string, annotations?: JsonObject, more: object = {}) => ({
  name,
  description: "Does what its name says, in so many words.",
  inputSchema: { type: "object", properties: { path: { type: "string", description: "Where" } } },
  annotations: annotations as JsonObject | undefined,
  findings: [],
  ...more,
});
const READ = { readOnlyHint: true };
const WRITE = { readOnlyHint: false, destructiveHint: true, idempotentHint: true };

test.each([
  ["a read of a trusted server", LOCAL, tool("read_file", READ), 0],
  ["a read of a trusted server elsewhere", REMOTE, tool("get_issue", READ), 2],
  ["an overwrite that can be repeated", LOCAL, tool("write_file", WRITE), 3],
  ["an edit that can not", LOCAL, tool("edit_file", { ...WRITE, idempotentHint: false }), 5],
  [
    "a harmless write",
    LOCAL,
    tool("create_directory", { readOnlyHint: false, destructiveHint: false, idempotentHint: true }),
    1,
  ],
  ["a name that removes", LOCAL, tool("delete_file", READ), 5],
  ["a forced push", LOCAL, tool("git_force_push", { destructiveHint: false }), 5],
  ["a payment", LOCAL, tool("pay_invoice", { destructiveHint: false }), 4],
  ["a server nobody trusts", untrusted(LOCAL), tool("read_file", READ), 3],
  ["one that anybody may call", { ...untrusted(REMOTE), authenticated: false }, tool("read_file", READ), 5],
  ["one that anybody may write to", { ...REMOTE, authenticated: false }, tool("create_issue", { destructiveHint: false }), 5],
  ["a tool that says nothing", untrusted(LOCAL), tool("frobnicate", undefined, { description: "", inputSchema: undefined }), 5],
])("%s", (_, server, one, risk) => {
  expect(scoreRisk(server, one).risk).toBe(risk);
  expect(scoreRisk(server, one).reasons[0]).toMatch(new RegExp(`^Rated L${risk},`));
});

test("annotations of an untrusted server only raise the risk", () => {
  const hints = [true, false, undefined];
  for (const server of [untrusted(LOCAL), untrusted(REMOTE)])
    for (const name of ["read_file", "write_file", "send_mail", "delete_file"])
      for (const readOnlyHint of hints)
        for (const destructiveHint of hints)
          for (const idempotentHint of hints)
            for (const openWorldHint of hints) {
              const given = Object.entries({ readOnlyHint, destructiveHint, idempotentHint, openWorldHint });
              const annotations = Object.fromEntries(given.filter(([, value]) => value !== undefined)) as JsonObject;
              const silent = scoreRisk(server, tool(name)).risk;
              expect(scoreRisk(server, tool(name, annotations)).risk).toBeGreaterThanOrEqual(silent);
            }
});

test("only a verified read of a trusted server runs before an administrator said so", () => {
  expect(runsByDefault(LOCAL, tool("read_file", READ))).toBe(true);
  expect(runsByDefault(untrusted(LOCAL), tool("read_file", READ))).toBe(false);
  expect(runsByDefault(LOCAL, tool("read_file", {}))).toBe(false);
  expect(runsByDefault(LOCAL, tool("read_file", { ...READ, destructiveHint: true }))).toBe(false);
  expect(runsByDefault(LOCAL, tool("delete_file", READ))).toBe(false);
  const findings = [{ severity: "warning" as const, message: "It speaks of secrets." }];
  expect(runsByDefault(LOCAL, tool("read_file", READ, { findings }))).toBe(false);
});

test("approval lowers what is shown by one, never below 1, and not for what tries to hide something", () => {
  expect([0, 1, 2, 3, 4, 5].map((risk) => effectiveRisk(risk, "required", []))).toEqual([0, 1, 1, 2, 3, 4]);
  expect(effectiveRisk(5, "when", [])).toBe(5);
  expect(effectiveRisk(5, "never", [])).toBe(5);
  expect(effectiveRisk(5, "required", [{ severity: "warning", message: "…" }])).toBe(5);
});

test("docs/risk.md has every line of the score with its points, and no other", async () => {
  const page = await readFile(new URL("../../../../docs/risk.md", import.meta.url), "utf8");
  const told = [...page.matchAll(/^\| `([a-z-]+)` \| (?:L)?([+-]?\d) \|/gm)].map(([, id, points]) => `${id} ${Number(points)}`);
  const rows = [...SERVER_ROWS, ...TOOL_ROWS, ...DOCUMENTATION_ROWS].map(({ id, points }) => `${id} ${points}`);
  expect(told.toSorted()).toEqual([...rows, ...FLOORS.map(({ id, level }) => `${id} ${level}`)].toSorted());
});

test("G26 a worker's tool is never rated below what its name says, and one nobody rated is not low", () => {
  expect(rateTool({ name: "drop_database", risk: 2 })).toBe(5);
  expect(rateTool({ name: "drop_database" })).toBe(5);
  expect(rateTool({ name: "rename_file" })).toBe(3);
  expect(rateTool({ name: "rename_file", risk: 1 })).toBe(1);
});
