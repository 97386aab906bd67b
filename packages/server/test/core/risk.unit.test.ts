import { readFile } from "node:fs/promises";
import { RISK_NAMES, RISKS, type JsonObject } from "@countersign/protocol";
import { expect, test } from "vitest";
import {
  approvalByDefault,
  effectiveRisk,
  FLOORS,
  rateTool,
  runsByDefault,
  SERVER_ROWS,
  TOOL_ROWS,
  type Rating,
  type ServerFacts,
  type ToolFacts,
} from "../../src/core/risk.ts";

const LOCAL: ServerFacts = { transport: "stdio", network: "loopback", authenticated: false, trusted: true };
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

const rate = (server: ServerFacts, one: ToolFacts): Rating => rateTool({ name: one.name, listed: { server, tool: one } });
const NO_WORDS = { description: "", inputSchema: undefined };

test.each([
  ["a read of a trusted server", LOCAL, tool("read_file", READ), 0],
  ["a read of a trusted server elsewhere", REMOTE, tool("get_issue", READ), 2],
  ["an overwrite that can be repeated", LOCAL, tool("write_file", WRITE), 3],
  ["an edit that cannot", LOCAL, tool("edit_file", { ...WRITE, idempotentHint: false }), 5],
  [
    "a harmless write",
    LOCAL,
    tool("create_directory", { readOnlyHint: false, destructiveHint: false, idempotentHint: true }),
    1,
  ],
  ["a name that removes", LOCAL, tool("delete_file", READ), 5],
  ["a forced push", LOCAL, tool("git_force_push", { destructiveHint: false }), 5],
  ["a payment", LOCAL, tool("pay_invoice", { destructiveHint: false }), 4],
  ["a search of a server nobody trusts, which is not vetted but not dangerous", untrusted(LOCAL), tool("search", READ), 1],
  ["one elsewhere", untrusted(REMOTE), tool("search_docs"), 2],
  ["one that anybody may call", { ...untrusted(REMOTE), authenticated: false }, tool("read_file", READ), 1],
  ["one that anybody may write to", { ...REMOTE, authenticated: false }, tool("create_issue", { destructiveHint: false }), 5],
  ["a name that removes, of a server nobody trusts", untrusted(LOCAL), tool("drop_table", READ), 5],
])("%s", (_, server, one, risk) => {
  const rating = rate(server, one);
  expect([rating.risk, rating.rated]).toEqual([risk, true]);
  expect(rating.reasons[0]).toMatch(new RegExp(`^Rated L${risk},`));
});

test.each([
  ["a name that says nothing", untrusted(LOCAL), tool("frobnicate"), 3],
  ["a trusted server's, without annotations", LOCAL, tool("frobnicate"), 3],
  ["hints of a server nobody trusts that speak for it", untrusted(LOCAL), tool("frobnicate", READ), 3],
  ["a tool that says nothing", untrusted(LOCAL), tool("frobnicate", undefined, NO_WORDS), 4],
  ["a name of reading alone", untrusted(LOCAL), tool("search", undefined, NO_WORDS), 4],
  ["the same elsewhere", untrusted(REMOTE), tool("frobnicate"), 5],
])("G26 nobody has rated %s, and it is never low", (_, server, one, risk) => {
  const rating = rate(server, one);
  expect([rating.risk, rating.rated]).toEqual([risk, false]);
  expect(rating.reasons[0]).toMatch(/^Not rated/);
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
              const silent = rate(server, tool(name)).risk;
              expect(rate(server, tool(name, annotations)).risk).toBeGreaterThanOrEqual(silent);
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
  const rows = [...SERVER_ROWS, ...TOOL_ROWS].map(({ id, points }) => `${id} ${points}`);
  expect(told.toSorted()).toEqual([...rows, ...FLOORS.map(({ id, level }) => `${id} ${level}`)].toSorted());
});

test("docs/risk.md has the names of the levels that the interface shows", async () => {
  const page = await readFile(new URL("../../../../docs/risk.md", import.meta.url), "utf8");
  const told = [...page.matchAll(/^\| L(\d) \| ([^|]+) \|/gm)].map(([, level, name]) => `${level} ${name?.trim()}`);
  expect(told).toEqual(RISKS.map((level) => `${level} ${RISK_NAMES[level]}`));
});

test("G26 a declared level is never below what the name says, and what nobody declared is not rated", () => {
  expect(rateTool({ name: "drop_database", declared: 2 })).toMatchObject({ risk: 5, rated: true });
  expect(rateTool({ name: "drop_database" })).toMatchObject({ risk: 5, rated: true });
  expect(rateTool({ name: "rename_file" })).toMatchObject({ risk: 3, rated: false });
  expect(rateTool({ name: "rename_file", declared: 1 })).toMatchObject({ risk: 1, rated: true });
});

test("G26 what nobody rated, or is riskier by its name than it declares, asks a person, whatever its connector wants", () => {
  const asked = (name: string, declared?: number) => approvalByDefault(rateTool({ name, declared }), declared, "never");
  expect(asked("read_file", 0)).toBe("never");
  expect(asked("rename_file", 2)).toBe("never");
  expect(asked("frobnicate")).toBe("required");
  expect(asked("drop_it", 0)).toBe("required");
  expect(asked("drop_it")).toBe("required");
  expect(approvalByDefault(rateTool({ name: "read_file", declared: 0 }), 0, "required")).toBe("required");
});
