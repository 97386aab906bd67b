import { expect, test } from "vitest";
import { parseConfigFile } from "../../src/config-file.ts";
import { readClientSettings, replaceServers } from "../../src/client-import/client-settings.ts";
import { planImport } from "../../src/client-import/plan-import.ts";
import { addUpstreamEntries, readUpstreamEntries } from "../../src/client-import/upstreams-file.ts";

const OWN = { command: "/opt/node", args: ["/opt/countersign/bin/countersign.mjs", "mcp", "--stdio", "--data", "/srv/data"] };

const plan = (servers: Record<string, unknown>, more: object = {}) =>
  planImport(Object.entries(servers), {
    path: "/home/ada/shop/.mcp.json",
    present: {},
    trust: "untrusted",
    ownUrl: "http://127.0.0.1:7420/mcp",
    ownCommand: [OWN.command, ...OWN.args],
    ...more,
  });
const whyOf = (entry: unknown, more: object = {}): string | undefined => plan({ one: entry }, more).left[0]?.why;

test("commands and addresses go behind the gate, as the client starts and reaches them", () => {
  const { gated, left, ownName } = plan({
    files: { command: "npx", args: ["-y", "server-filesystem", "."], env: { API_KEY: "sesame-open-123" } },
    hub: { type: "http", url: "https://hub.example/mcp", headers: { Authorization: "Bearer sesame" } },
    old: { type: "sse", url: "http://localhost:3001/sse" },
    plain: { serverUrl: "https://plain.example/mcp" },
    countersign: OWN,
  });
  expect(left).toEqual([]);
  expect(ownName).toBe("countersign");
  expect(gated.map(({ name, upstream }) => [name, upstream])).toEqual([
    [
      "files",
      {
        command: "npx",
        args: ["-y", "server-filesystem", "."],
        env: { API_KEY: "sesame-open-123" },
        cwd: "/home/ada/shop",
        trust: "untrusted",
      },
    ],
    ["hub", { url: "https://hub.example/mcp", headers: { Authorization: "Bearer sesame" }, trust: "untrusted" }],
    ["old", { url: "http://localhost:3001/sse", transport: "sse", allowPrivate: true, trust: "untrusted" }],
    ["plain", { url: "https://plain.example/mcp", trust: "untrusted" }],
  ]);
});

test("G51 what is shown of a server has no secret in it", () => {
  const { gated } = plan({
    files: { command: "server", args: ["--api-key", "sesame-open-123"], env: { TOKEN: "sesame-open-123" } },
    hub: { url: "https://ada:sesame-open-123@hub.example/mcp?key=sesame-open-123" },
  });
  expect(gated.map(({ shown }) => shown)).toEqual(["server --api-key [secret]", "https://[secret]@hub.example/mcp?[secret]"]);
});

test("a command runs in the folder of its project, wherever in it the settings are", () => {
  const cwdOf = (path: string, entry: object = {}) =>
    plan({ one: { command: "server", ...entry } }, { path }).gated[0]?.upstream["cwd"];
  expect(cwdOf("/home/ada/shop/.mcp.json")).toBe("/home/ada/shop");
  expect(cwdOf("/home/ada/shop/.vscode/mcp.json")).toBe("/home/ada/shop");
  expect(cwdOf("/home/ada/shop/.cursor/mcp.json", { cwd: "sub" })).toBe("/home/ada/shop/sub");
  expect(cwdOf("/home/ada/shop/.mcp.json", { cwd: "/srv" })).toBe("/srv");
});

test("G51 what cannot be understood whole stays with the client and is named", () => {
  expect(whyOf({ command: "server", args: ["${input:token}"] })).toContain("it refers to ${input:token}");
  expect(whyOf({ url: "https://a.example/mcp", headers: { Authorization: "Bearer ${env:TOKEN}" } })).toContain("${env:TOKEN}");
  expect(whyOf({ command: "server", envFile: ".env" })).toContain("from a file");
  expect(whyOf({ command: "server", disabled: true })).toContain("disabled");
  expect(whyOf({ command: "server", args: "x" })).toContain("its args can not be read");
  expect(whyOf({ type: "websocket", url: "wss://a.example" })).toContain("its type can not be read");
  expect(whyOf({ url: "no address" })).toContain("no address");
  expect(whyOf({})).toContain("its url can not be read");
  expect(whyOf("server")).toContain("not an object");
  expect(whyOf({ command: "server" }, { present: { one: {} } })).toContain("has a server one already");
});

test("names become what countersign.yaml takes; of two that become the same, one stays", () => {
  const { gated, left } = plan({
    "my files (home)": { command: "a" },
    "my/files/home": { command: "b" },
    "my files [home]": { command: "c" },
    __: { command: "d" },
  });
  expect(gated.map(({ from, name }) => [from, name])).toEqual([
    ["my files (home)", "my-files-home-"],
    ["my/files/home", "my-files-home"],
    ["__", "server"],
  ]);
  expect(left.map(({ from }) => from)).toEqual(["my files [home]"]);
});

test("this Countersign is known by its command or address, and another one is left alone", () => {
  for (const entry of [OWN, { type: "stdio", ...OWN }, { url: "http://127.0.0.1:7420/mcp" }])
    expect(plan({ gate: entry })).toMatchObject({ gated: [], left: [], ownName: "gate" });
  for (const entry of [
    { ...OWN, args: [...OWN.args.slice(0, -1), "/srv/other"] },
    { command: "countersign", args: ["mcp", "--stdio"] },
    { url: "https://gate.example/mcp", headers: { Authorization: "Bearer csa_1234" } },
  ])
    expect(plan({ gate: entry })).toMatchObject({
      gated: [],
      left: [{ from: "gate", why: "it is a Countersign" }],
      ownName: undefined,
    });
});

test("settings are read with comments and trailing commas; a fault is told with its line", () => {
  const text = '\uFEFF{\n  // Mine.\n  "mcpServers": { "a": { "command": "x" }, },\n}';
  expect(readClientSettings(text, "f")).toEqual({ place: ["mcpServers"], servers: [["a", { command: "x" }]] });
  expect(readClientSettings('{"mcp":{"servers":{"a":{}}}}', "f").place).toEqual(["mcp", "servers"]);
  expect(() => readClientSettings('{\n"mcpServers": {\n', "f")).toThrow(/^f is not JSON: .* in line 3/);
  expect(() => readClientSettings("{}", "f")).toThrow("names no MCP servers");
  expect(() => readClientSettings("", "f")).toThrow("not JSON");
});

test("the client's file keeps its comments, its other settings, its indentation and its line ends", () => {
  const text =
    '\uFEFF{\r\n\t// Mine.\r\n\t"servers": {\r\n\t\t"a": { "command": "x" },\r\n\t\t"b": { "url": "y" }\r\n\t},\r\n\t"inputs": []\r\n}\r\n';
  const next = replaceServers(text, ["servers"], { without: ["a"], add: [["countersign", OWN]] });
  expect(next.startsWith('\uFEFF{\r\n\t// Mine.\r\n\t"servers": {\r\n')).toBe(true);
  expect(next).not.toMatch(/[^\r]\n/);
  expect(readClientSettings(next, "f").servers).toEqual([
    ["b", { url: "y" }],
    ["countersign", OWN],
  ]);
  expect(next).toContain('\r\n\t"inputs": []\r\n}');
});

test("countersign.yaml keeps what is written in it, with its comments", () => {
  const before = "# Ours.\nupstreams:\n  a: { url: https://a.example/mcp } # the first\n";
  const after = addUpstreamEntries(
    before,
    new Map([["b", { command: "x", args: ["yes", "1"], cwd: "/srv", trust: "untrusted" }]]),
  );
  expect(after.startsWith(before)).toBe(true);
  const [a, b] = parseConfigFile(after, "/srv/countersign.yaml", {});
  expect([a?.name, b?.name, b?.target]).toEqual(["a", "b", expect.objectContaining({ command: "x", args: ["yes", "1"] })]);
  for (const empty of ["", "# Nothing yet.\n", "upstreams:\n", "upstreams: {}\n"]) {
    const filled = addUpstreamEntries(empty, new Map([["b", { url: "https://b.example/mcp" }]]));
    expect(parseConfigFile(filled, "/f", {}).map(({ name }) => name)).toEqual(["b"]);
  }
});

test("a countersign.yaml that is none, or entries that the server would refuse, are refused", () => {
  expect(() => readUpstreamEntries("upstreams: [", "f")).toThrow("is not YAML");
  expect(() => readUpstreamEntries("- a\n", "f")).toThrow("no settings by name");
  expect(() => readUpstreamEntries("upstreams: 7\n", "f")).toThrow("not a list of names");
  expect(() => addUpstreamEntries("", new Map([["b", { url: "https://b.example/mcp", headers: { Host: "x" } }]]))).toThrow(
    /^b\.headers/,
  );
});
