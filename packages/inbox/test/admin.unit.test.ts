import { expect, test } from "vitest";
import { DEFAULT_LIMITS, type Connection, type Problem, type Tool, type UpstreamServer } from "@countersign/protocol";
import { importCommandOf } from "../src/features/admin/upstreams/import-command.ts";
import { CLIENTS, UNKNOWN_COMMAND_LINE } from "../src/features/admin/agents/client-config.ts";
import { asksToConfirm } from "../src/features/admin/shared/use-confirmed.ts";
import { sampleInput } from "../src/features/admin/tools/sample-input.ts";
import {
  addTo,
  changesOf,
  editEach,
  ownFaults,
  readEdits,
  serverFaults,
  takeOutOf,
} from "../src/features/admin/tools/list-edits.ts";
import { newRouting, routingFields } from "../src/features/admin/tools/routing-draft.ts";
import { draftOfTool, readToolDraft } from "../src/features/admin/tools/tool-draft.ts";
import { clientNeedWords } from "../src/features/admin/tools/tool-words.ts";
import { filterTools, sourceName, sourcesOf } from "../src/features/admin/tools/tool-filter.ts";
import { changeBody, createBody, draftOf } from "../src/features/admin/upstreams/upstream-draft.ts";
import { fieldFaults } from "../src/ui/field-faults.ts";

const TOOL = {
  name: "files_delete_file",
  description: "Deletes a file",
  title: null,
  alias: null,
  exposedName: "x",
  enabled: true,
  approval: "required",
  approvalWhen: null,
  descriptionOverride: null,
  promptTemplate: null,
  risk: 4,
  riskSource: "scored",
  groups: [{ group: "default", approval: null }],
  approverRole: null,
  approverIds: [],
  routingRules: [],
  rejectReasons: [],
  lifetimeSeconds: null,
  delivery: null,
  waitSeconds: null,
  onWaitEnd: null,
  inClient: null,
  needsSecondPerson: false,
  source: "ups_1",
  upstream: "files",
  vetting: { state: "vetted", findings: [], fingerprint: "ab", firstSeenAt: "2026-01-01T00:00:00Z", changed: null },
} as unknown as Tool;

const problem = (errors: Problem["errors"], detail = "Refused."): Problem =>
  ({ type: "about:blank", title: "Invalid input", status: 422, code: "INVALID_INPUT", detail, errors }) as Problem;

test("only what was changed of a tool is sent, and what is taken out is sent as null", () => {
  const base = draftOfTool({ ...TOOL, alias: "rm", lifetimeSeconds: 60 });
  expect(readToolDraft(base, base)).toEqual({ ok: true, settings: {} });
  const changed = { ...base, alias: " ", lifetimeSeconds: "", risk: "2" as const, inClient: "false" as const };
  expect(readToolDraft(changed, base)).toEqual({
    ok: true,
    settings: { alias: null, lifetimeSeconds: null, risk: 2, inClient: false },
  });
});

test("a number that is none, an empty expression and a tool without a group are told at their fields", () => {
  const base = draftOfTool(TOOL);
  const read = readToolDraft({ ...base, waitSeconds: "soon", approval: "when", groups: [] }, base);
  expect(read.ok ? [] : [...read.faults.keys()]).toEqual(["waitSeconds", "approvalWhen", "groups"]);
});

test("reasons for rejections are sent as lines without space around them, and a list that cannot be is told at its field", () => {
  const base = draftOfTool({ ...TOOL, rejectReasons: ["No order", "Too late"] });
  expect(readToolDraft({ ...base, rejectReasons: " No order\n\nToo late \n" }, base)).toEqual({ ok: true, settings: {} });
  expect(readToolDraft({ ...base, rejectReasons: " \n" }, base)).toEqual({ ok: true, settings: { rejectReasons: [] } });
  const most = Array.from({ length: 8 }, (_, n) => `${n}`.padEnd(200, "x"));
  expect(readToolDraft({ ...base, rejectReasons: most.join("\n") }, base)).toEqual({
    ok: true,
    settings: { rejectReasons: most },
  });
  const wrong = [[...most, "one more"].join("\n"), `${most[0]}x`, "No order\n no order\nNo order "];
  for (const rejectReasons of wrong) {
    const read = readToolDraft({ ...base, rejectReasons }, base);
    expect(read.ok ? [] : [...read.faults.keys()]).toEqual(["rejectReasons"]);
  }
});

test("routing rules are sent as they are written, and their faults are told at their fields", () => {
  const approvalRule = { needs: "n_of" as const, n: 2, of: [{ team: "finance" }, { user: "u" }], notLastEditor: true };
  const routingRules = [{ name: "Large", when: "args.a > 9", approvalRule, lifetimeSeconds: 60 }];
  const base = draftOfTool({ ...TOOL, routingRules });
  expect(readToolDraft(base, base)).toEqual({ ok: true, settings: {} });
  const [large] = base.routingRules;
  const hurried = { ...newRouting(), name: " Hurry ", when: "true ", lifetimeSeconds: "30" };
  expect(readToolDraft({ ...base, routingRules: [large!, hurried] }, base)).toEqual({
    ok: true,
    settings: { routingRules: [...routingRules, { name: "Hurry", when: "true", lifetimeSeconds: 30 }] },
  });
  expect(readToolDraft({ ...base, routingRules: [] }, base)).toEqual({ ok: true, settings: { routingRules: [] } });
  const wrong = { ...newRouting(), lifetimeSeconds: "soon", rule: { ...large!.rule, n: "many", of: [] } };
  const read = readToolDraft({ ...base, routingRules: [large!, wrong] }, base);
  expect(read.ok ? [] : [...read.faults.keys()].toSorted()).toEqual([
    "routingRules/1/lifetimeSeconds",
    "routingRules/1/n",
    "routingRules/1/name",
    "routingRules/1/of",
    "routingRules/1/when",
  ]);
  const faults = fieldFaults(
    problem([
      { path: "/routingRules/1/when", message: "characters 1 to 2: x" },
      { path: "/routingRules/0/approvalRule/of/0/team", message: "is nobody" },
    ]),
    ["routingRules", ...routingFields(2)],
  );
  expect([...faults]).toEqual([
    ["routingRules/1/when", "characters 1 to 2: x"],
    ["routingRules/0/approvalRule", "is nobody"],
  ]);
});

test("what the server wants a yes to is read from where it says so, and no other refusal is taken for that", () => {
  expect(asksToConfirm(problem([{ path: "/confirm", message: "must be true: a may call b; c is rated 1" }]))).toEqual([
    "a may call b",
    "c is rated 1",
  ]);
  expect(asksToConfirm(problem([{ path: "/trust", message: "lowers" }], "Send `confirm: true` with it."))).toEqual(["lowers"]);
  expect(asksToConfirm(problem([{ path: "/alias", message: "is taken" }]))).toBeNull();
  expect(asksToConfirm(null)).toBeNull();
});

test("a fault stands at its field, also one inside of it; the rest is told with its path", () => {
  const faults = fieldFaults(
    problem([
      { path: "/groups/0/group", message: "is listed twice" },
      { path: "/elsewhere", message: "is wrong" },
    ]),
    ["groups"],
  );
  expect([...faults]).toEqual([
    ["groups", "is listed twice"],
    ["", "/elsewhere: is wrong"],
  ]);
});

test("tools are found by every word, by where they come from and by what they need", () => {
  const changed = {
    ...TOOL,
    name: "crm_update",
    description: "",
    upstream: "crm",
    vetting: { ...TOOL.vetting, state: "changed" as const },
  };
  const own = { ...TOOL, name: "edit_file", upstream: null, source: "server", approval: "never" as const };
  const worker = { ...TOOL, name: "bill", description: "", upstream: null, source: "key_1" };
  const all = [TOOL, changed, own, worker];
  const names = (search: Parameters<typeof filterTools>[1]) => filterTools(all, search).map(({ name }) => name);
  expect(names({ q: "FILE deletes" })).toEqual(["files_delete_file", "edit_file"]);
  expect(names({ from: "crm" })).toEqual(["crm_update"]);
  expect(names({ from: "server" })).toEqual(["edit_file"]);
  expect(names({ from: "workers" })).toEqual(["bill"]);
  const issue = { ...TOOL, name: "create_github_issue", upstream: null, source: "connection:wsp_1/con_1" };
  expect(sourcesOf([...all, issue]).map(({ value }) => value)).toEqual(
    expect.arrayContaining(["server", "connections", "workers"]),
  );
  expect(filterTools([...all, issue], { from: "connections" })).toEqual([issue]);
  expect(sourceName(issue, [], [{ id: "con_1", name: "GitHub of the web team" } as Connection])).toBe("GitHub of the web team");
  expect(sourceName(issue, [], [])).toBe("A connection");
  expect(names({ state: "attention" })).toEqual(["crm_update"]);
  expect(names({ state: "open" })).toEqual(["edit_file"]);
  // An inherited property name is not a state.
  expect(names({ state: "toString" })).toHaveLength(all.length);
});

test("sample arguments fit the kinds of their fields", () => {
  expect(sampleInput({ properties: { n: { type: "integer" }, mode: { enum: ["a", "b"] } } })).toEqual({ n: 1, mode: "a" });
});

test("headers that are kept are not sent, and a new upstream sends none that has no name", () => {
  const stored = {
    name: "crm",
    url: "https://a.example/mcp",
    transport: "http",
    trust: "untrusted",
    era: "legacy",
    prefix: "crm",
    allowPrivate: false,
    sharing: "per-agent",
    maxConnections: 16,
    ...DEFAULT_LIMITS,
    allowQuestions: false,
    headerNames: ["Authorization"],
  } as unknown as UpstreamServer;
  const draft = draftOf(stored);
  expect(changeBody(draft, stored)).toEqual({});
  expect(changeBody({ ...draft, headerChoice: "remove", trust: "trusted" }, stored)).toEqual({
    trust: "trusted",
    headers: null,
  });
  const headers = [
    { id: 1, name: "X-Key", value: "secret" },
    { id: 2, name: "", value: "lost" },
  ];
  expect(changeBody({ ...draft, headerChoice: "replace", headers }, stored)).toEqual({ headers: { "X-Key": "secret" } });
  expect(createBody({ ...draftOf(null), name: "n", url: "https://a.example", headers })).toMatchObject({
    name: "n",
    headers: { "X-Key": "secret" },
  });
});

test("only clients that have no better place for the key get it in what is pasted", () => {
  const withKey = CLIENTS.filter(({ config }) =>
    config("https://gate.example/mcp", "csa_secret", UNKNOWN_COMMAND_LINE, "Agent key").includes("csa_secret"),
  );
  expect(withKey.map(({ id }) => id)).toEqual(["claude-code", "claude-desktop", "other"]);
});

test("G25 settings for clients start this installation by its path, never a command that is found or fetched by name", () => {
  for (const { config } of CLIENTS) {
    const text = config(
      "https://gate.example/mcp",
      "csa_secret",
      ["/opt/node", "/opt/countersign/bin/countersign.mjs"],
      "Agent key",
    );
    expect(text).not.toMatch(/\b(npx|npm|pnpm|yarn|bunx)\b/);
    expect(text).not.toContain('"command": "countersign"');
    if (text.includes("--stdio")) expect(text).toContain('"command": "/opt/node"');
  }
});

test("the command that imports is quoted for a shell where a folder needs it, and names no program that could be fetched", () => {
  expect(importCommandOf(["/opt/node", "/opt/c.mjs", "import", "--data", "/srv/my data"], ".mcp.json")).toBe(
    "/opt/node /opt/c.mjs import --data '/srv/my data' .mcp.json --write",
  );
  expect(importCommandOf(["/opt/ada's/node", "import"], "f")).toBe("'/opt/ada'\\''s/node' import f --write");
  expect(importCommandOf(["C:\\Program Files\\node.exe", "C:\\c.mjs"], "f")).toBe(
    "& 'C:\\Program Files\\node.exe' C:\\c.mjs f --write",
  );
  expect(importCommandOf(null, ".mcp.json")).toMatch(/^node \/path\/to\/countersign\/\S+ import --data \/path\/to\/data /);
  expect(importCommandOf(undefined, ".mcp.json")).not.toMatch(/\b(npx|npm|pnpm|yarn|bunx)\b/);
});

test("what a tool needs of a client is said in words", () => {
  expect(["elicitation", "unlisted:", "unlisted:roots,sampling"].map(clientNeedWords)).toEqual([
    "During a call, the tool asked for elicitation, which the client did not support.",
    "The server does not list this tool for clients that support no capabilities.",
    "The server does not list this tool for clients that support only roots, sampling.",
  ]);
});

test("of tools edited in the list only what differs from what is stored is sent, and a fault finds its tool", () => {
  const other = { ...TOOL, name: "files_list", groups: [{ group: "post", approval: "never" }] } as unknown as Tool;
  const tools = [TOOL, other];
  const ticked = editEach(new Map(), tools, () => ({ risk: "2" }));
  const grouped = editEach(ticked, tools, addTo("post"));
  expect(changesOf(readEdits(tools, grouped))).toEqual([
    {
      name: TOOL.name,
      risk: 2,
      groups: [
        { group: "default", approval: null },
        { group: "post", approval: null },
      ],
    },
    // It is in that group already, with an approval of its own.
    { name: other.name, risk: 2 },
  ]);
  const back = editEach(
    editEach(grouped, tools, () => ({ risk: "" })),
    [TOOL],
    takeOutOf("post"),
  );
  expect(readEdits(tools, back)).toEqual([]);

  const none = readEdits(tools, editEach(back, [other], takeOutOf("post")));
  expect(changesOf(none)).toEqual([]);
  expect([...ownFaults(none).keys()]).toEqual([other.name]);
  const problem = {
    errors: [
      { path: "/tools/1/alias", message: "is the name of another tool" },
      { path: "/tools/0/approvalWhen", message: "is wrong" },
      { path: "/other", message: "is unknown" },
    ],
  } as unknown as Problem;
  expect(serverFaults(problem, [TOOL.name, other.name])).toEqual(
    new Map([
      [other.name, new Map([["alias", "is the name of another tool"]])],
      [TOOL.name, new Map([["", "is wrong"]])],
      ["", new Map([["", "is unknown"]])],
    ]),
  );
});
