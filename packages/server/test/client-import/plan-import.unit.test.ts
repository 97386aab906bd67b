import { homedir } from "node:os";
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
    replaces: false,
    own: {
      program: OWN.args[0] ?? "",
      dataFolder: "/srv/data",
      defaultFolder: "/home/ada/.countersign",
      url: "http://127.0.0.1:7420/mcp",
    },
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

test("G51 what is shown of a server has no value in it that may be a secret, but everything it is started with", () => {
  const { gated } = plan({
    files: { command: "server", args: ["--api-key", "sesame-1"], env: { TOKEN: "sesame-2", NODE_OPTIONS: "--require x" } },
    remote: { command: "mcp-remote", args: ["https://a.example/mcp?key=sesame-3", "--header", "X-Key: sesame-4"] },
    bearer: { command: "server", args: ["-H", "Authorization: Bearer sesame-5", "use=Bearer sesame-6"] },
    hub: { url: "https://hub.example/sesame-7/mcp?key=sesame-8", headers: { "X-Key": "sesame-9" } },
    here: { url: "http://localhost:3001/mcp" },
    there: { url: "https://there.example/mcp" },
  });
  expect(gated.map(({ shown }) => shown)).toEqual([
    "server --api-key [secret] in /home/ada/shop, with TOKEN, NODE_OPTIONS",
    'mcp-remote https://a.example/mcp?[secret] --header "X-Key: [secret]" in /home/ada/shop',
    'server -H "Authorization: [secret]" "use=Bearer [secret]" in /home/ada/shop',
    "https://hub.example, with X-Key",
    "http://localhost:3001, on this machine",
    "https://there.example; if the client must sign in to the server, Countersign cannot use the server",
  ]);
});

test("a command runs in the folder of its project, or in the user's own where the settings are for all projects", () => {
  const cwdOf = (path: string, entry: object = {}) =>
    plan({ one: { command: "server", ...entry } }, { path }).gated[0]?.upstream["cwd"];
  expect(cwdOf("/home/ada/shop/.mcp.json")).toBe("/home/ada/shop");
  expect(cwdOf("/home/ada/shop/.vscode/mcp.json")).toBe("/home/ada/shop");
  expect(cwdOf("/home/ada/shop/.cursor/mcp.json", { cwd: "sub" })).toBe("/home/ada/shop/sub");
  expect(cwdOf("/home/ada/.dotfiles/.mcp.json")).toBe("/home/ada/.dotfiles");
  expect(cwdOf("/home/ada/shop/.kiro/settings/mcp.json")).toBe("/home/ada/shop");
  expect(cwdOf("/home/ada/shop/mcp.json")).toBe("/home/ada/shop");
  expect(cwdOf("/home/ada/.config/Code/User/mcp.json")).toBe(homedir());
  expect(cwdOf("/home/ada/shop/.mcp.json", { cwd: "/srv" })).toBe("/srv");
  expect(cwdOf("/home/ada/Library/Application Support/Claude/claude_desktop_config.json")).toBe(homedir());
});

test("G51 variables of VS Code and Cursor are replaced where the place of the file says what they are", () => {
  const entry = {
    command: "${userHome}/bin/server",
    args: ["${workspaceFolder}${/}notes", "--name=${workspaceFolderBasename}", "a${pathSeparator}b"],
    env: { HOME_OF: "${env:HOME}" },
    cwd: "${workspaceFolder}/sub",
  };
  const upstreamAt = (path: string, one: object = entry) => plan({ one }, { path }).gated[0]?.upstream;
  for (const folder of [".vscode", ".cursor"])
    expect(upstreamAt(`/srv/shop/${folder}/mcp.json`)).toEqual({
      command: `${homedir()}/bin/server`,
      args: ["/srv/shop/notes", "--name=shop", "a/b"],
      env: { HOME_OF: homedir() },
      cwd: "/srv/shop/sub",
      trust: "untrusted",
    });
  const url = { url: "https://a.example/${workspaceFolderBasename}" };
  expect(upstreamAt("/srv/shop/.cursor/mcp.json", url)).toMatchObject({ url: "https://a.example/shop" });
  expect(upstreamAt("/home/ada/.config/Code/User/mcp.json", { command: "${userHome}/x" })?.["command"]).toBe(`${homedir()}/x`);
});

test("G51 variables whose values are not certain stay with the client, and the reason says what to do", () => {
  const at = (path: string, text: string) => whyOf({ command: "server", args: [text] }, { path });
  const folder = "it refers to ${workspaceFolder}, whose value is known only in .vscode/mcp.json or .cursor/mcp.json";
  // In Claude's file it would be an environment variable; in settings of all projects it is the project that is open.
  for (const path of ["/srv/shop/.mcp.json", "/srv/.config/Code/User/mcp.json", `${homedir()}/.cursor/mcp.json`])
    expect(at(path, "${workspaceFolder}/a")).toContain(folder);
  const here = "/srv/shop/.vscode/mcp.json";
  expect(at(here, "${workspaceFolder:docs}")).toContain("it refers to ${workspaceFolder:docs}, whose value is known only");
  expect(at(here, "${env:TOKEN}")).toContain("${TOKEN} if the server's environment has it");
  expect(at(here, "${env.TOKEN}")).toContain("${TOKEN} if the server's environment has it");
  expect(at(here, "${input:token}")).toContain("it refers to ${input:token}, whose value is not in the file");
  for (const text of ["$${workspaceFolder}", "${work${userHome}spaceFolder}", "${${userHome}}", "$${userHome}{TOKEN}"])
    expect([text, at(here, text)]).toEqual([text, expect.stringContaining("it refers to ")]);
});

test("G51 a folder whose name looks like a reference is that folder, also in countersign.yaml", () => {
  const path = "/srv/${HOME}/.vscode/mcp.json";
  const [one] = plan({ one: { command: "server", args: ["${workspaceFolder}"] } }, { path }).gated;
  expect(one?.shown).toContain("/srv/${HOME}");
  const [read] = parseConfigFile(addUpstreamEntries("", new Map([["one", one?.upstream ?? {}]])), "/f", {
    HOME: "/other",
  }).upstreams;
  expect(read?.target).toMatchObject({ args: ["/srv/${HOME}"], cwd: "/srv/${HOME}" });
});

test("G51 what cannot be taken over whole stays with the client and is named", () => {
  expect(whyOf({ command: "server", args: ["${input:token}"] })).toContain("refers to ${input:token}");
  expect(whyOf({ command: "server", args: ["${TOKEN:-sesame}"] })).toContain("refers to ${TOKEN},");
  expect(whyOf({ command: "server", args: ["${env:TOKEN:-sesame} $${ b"] })).toContain("refers to ${env:TOKEN},");
  expect(whyOf({ command: "server", args: ["$${ b"] })).toContain("it refers to ${…}");
  expect(whyOf({ url: "https://a.example", serverUrl: "https://b.example" })).toContain("several addresses");
  expect(whyOf({ url: "https://a.example/mcp", headers: { Authorization: "Bearer ${env:TOKEN}" } })).toContain("${env:TOKEN}");
  expect(whyOf({ command: "server", args: ["a ${ b"] })).toContain("it refers to ${…}");
  expect(whyOf({ command: "server", envFile: ".env" })).toContain("does not support its envFile");
  expect(whyOf({ url: "https://a.example/mcp", headersHelper: "x", oauth: { clientId: "a" } })).toContain(
    "its headersHelper, oauth",
  );
  expect(whyOf({ command: "server", disabledTools: ["rm"] })).toContain("does not support its disabledTools");
  expect(whyOf({ command: "server", disabled: true })).toContain("disabled");
  expect(whyOf({ command: "server", enabled: false })).toContain("disabled");
  expect(whyOf({ command: "server", args: "x" })).toContain("its args cannot be read");
  expect(whyOf({ type: "websocket", url: "wss://a.example" })).toContain("its type cannot be read");
  expect(whyOf({ url: "wss://a.example" })).toContain("must be an http or https address");
  expect(whyOf({ url: "https://ada:sesame@a.example/mcp" })).toMatch(/^its url: must not contain a user name/);
  expect(whyOf({ url: "https://a.example/mcp", headers: { Host: "a" } })).toContain("sets a header of the protocol");
  expect(whyOf({ command: "server", env: { "npm_config_@a:registry": "x" } })).toContain("letters, digits");
  expect(whyOf({ url: "not a valid address" })).toContain("not a valid address");
  expect(whyOf({})).toContain("its url cannot be read");
  expect(whyOf("server")).toContain("not an object");
  expect(whyOf({ command: "server" }, { present: { one: { command: "other" } } })).toContain("has another server one");
});

test("what only concerns the client is left out", () => {
  const entry = {
    type: "stdio",
    command: "server",
    timeout: 7,
    alwaysAllow: ["rm"],
    autoApprove: [],
    disabled: false,
    disabledTools: [],
    watchPaths: [],
    tools: ["*"],
    transportType: "stdio",
    args: null,
    dev: {},
    _comment: "mine",
  };
  expect(plan({ one: entry }).gated[0]?.upstream).toEqual({ command: "server", cwd: "/home/ada/shop", trust: "untrusted" });
});

test("an address that ends with sse is reached as such, also if nobody says so", () => {
  const transportOf = (entry: object) => plan({ one: entry }).gated[0]?.upstream["transport"];
  expect(transportOf({ url: "https://a.example/sse" })).toBe("sse");
  expect(transportOf({ url: "https://a.example/sse", type: "http" })).toBeUndefined();
  expect(transportOf({ httpUrl: "https://a.example/mcp", transport: "sse" })).toBe("sse");
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

test("a server that countersign.yaml has already is taken from the client only", () => {
  const [first] = plan({ one: { command: "server" } }).gated;
  const present = { one: { ...first?.upstream, trust: "trusted", callSeconds: 60, tools: { rm: { approval: "required" } } } };
  expect(plan({ one: { command: "server" } }, { present }).gated).toMatchObject([{ name: "one", isPresent: true }]);
});

const BRIDGE = ["mcp", "--stdio"];

test("this Countersign is known by its command or address", () => {
  for (const entry of [
    OWN,
    { type: "stdio", ...OWN, command: "/usr/bin/node" },
    {
      command: "/opt/node",
      args: [OWN.args[0], ...BRIDGE, "--url", "http://localhost:7420/mcp"],
      env: { COUNTERSIGN_AGENT_KEY: "csa_1234" },
    },
    { url: "http://localhost:7420/mcp/", headers: { Authorization: "Bearer ${env:COUNTERSIGN_AGENT_KEY}" } },
    { serverUrl: "http://localhost:7420/mcp" },
  ])
    expect(plan({ gate: entry })).toMatchObject({ gated: [], left: [], ownName: "gate", outdated: [] });
});

test("G51 what only pretends to be this Countersign, or is it no more, is replaced by what is", () => {
  for (const entry of [
    { ...OWN, args: ["/old/countersign.mjs", ...OWN.args.slice(1)] },
    { command: "/tmp/evil", args: OWN.args },
    { command: "volta", args: ["run", "countersign@1.0.0", "mcp", "--data=/srv/data", "--stdio"] },
  ])
    expect(plan({ gate: entry })).toMatchObject({ gated: [], left: [], ownName: undefined, outdated: ["gate"] });
});

test("G51 another Countersign, and one that is switched off, stay as they are and do not count", () => {
  for (const entry of [
    { ...OWN, args: [...OWN.args.slice(0, -1), "/srv/other"] },
    { command: "countersign", args: BRIDGE },
    { command: "mcp-remote", args: ["http://localhost:7420/mcp"] },
    { url: "https://gate.example/mcp", headers: { Authorization: "Bearer csa_1234" } },
  ])
    expect(plan({ gate: entry })).toMatchObject({
      gated: [],
      left: [{ why: "it is already a Countersign server" }],
      ownName: undefined,
    });
  expect(plan({ gate: { ...OWN, disabled: true } })).toMatchObject({
    left: [{ from: "gate", why: "it is disabled in the client" }],
    ownName: undefined,
  });
});

test("settings are read with comments and trailing commas; a fault is told with its line", () => {
  const text = '\uFEFF{\n  // Mine.\n  "mcpServers": { "a": { "command": "x" }, },\n}';
  expect(readClientSettings(text, "f")).toEqual({
    place: ["mcpServers"],
    servers: [["a", { command: "x" }]],
    elsewhere: [],
  });
  expect(readClientSettings('{"mcp":{"servers":{"a":{}}}}', "f").place).toEqual(["mcp", "servers"]);
  expect(() => readClientSettings('{\n"mcpServers": {\n', "f")).toThrow(/^f is not JSON: .* in line 3/);
  expect(() => readClientSettings("{}", "f")).toThrow("contains no MCP servers");
  expect(() => readClientSettings("", "f")).toThrow("not JSON");
  expect(() => readClientSettings('{"mcpServers":{"a":{},"a":{}}}', "f")).toThrow('has "a" twice');
  expect(() => readClientSettings('{"mcpServers":{},"mcpServers":{"a":{}}}', "f")).toThrow('has "mcpServers" twice');
  expect(() => readClientSettings('{"mcp":{"servers":{"a":{"env":{"B":"1","B":"2"}}}}}', "f")).toThrow('has "B" twice');
  expect(readClientSettings('{"editor.x":1,"editor.x":2,"mcp":{"servers":{"a":{}}}}', "f").servers).toEqual([["a", {}]]);
});

test("servers elsewhere in the file are told of; a name that JavaScript knows is a name", () => {
  const both = '{"mcpServers":{},"servers":{"b":{}},"projects":{"/shop":{"mcpServers":{"c":{},"d":{}}}}}';
  expect(readClientSettings(both, "f")).toMatchObject({ place: ["servers"], elsewhere: ["projects./shop.mcpServers (2)"] });
  expect(() => readClientSettings('{"projects":{"/shop":{"mcpServers":{"c":{}}}}}', "f")).toThrow(
    "contains MCP servers only under projects./shop.mcpServers (1)",
  );
  const odd = readClientSettings('{"mcpServers":{"__proto__":{"command":"x"},"constructor":{"command":"y"}}}', "f");
  expect(odd.servers.map(([name]) => name)).toEqual(["__proto__", "constructor"]);
  expect(() => readClientSettings('{"__proto__":{"mcpServers":{"a":{}}}}', "f")).toThrow("contains no MCP servers");
});

test("the client's file keeps its comments, its other settings, its indentation and its line ends", () => {
  const text = `\uFEFF{
\t// Mine.
\t"servers": { // all
\t\t// about a
\t\t"a": { "command": "x" }, // behind a
\t\t/* about b */
\t\t"b": { "url": "y" }, // behind b
\t\t"c": { "command": "z" } // behind c
\t},
\t"inputs": []
}
`;
  const next = replaceServers(text.replaceAll("\n", "\r\n"), ["servers"], {
    without: ["a", "c"],
    add: [["gate", { command: "g" }]],
  });
  expect(next.replaceAll("\r\n", "\n")).toBe(`\uFEFF{
\t// Mine.
\t"servers": {
\t\t"gate": {
\t\t\t"command": "g"
\t\t}, // all
\t\t// about a
\t\t // behind a
\t\t/* about b */
\t\t"b": { "url": "y" } // behind b
\t\t // behind c
\t},
\t"inputs": []
}
`);
  expect(next).not.toMatch(/[^\r]\n/);
});

test.each([
  '{"mcpServers":{"a":{},"b":{},"c":{}}}',
  '{"mcpServers":{"a":{},"b":{},"c":{},}}',
  '{\n  "mcpServers": {\n    "a": {}\n    , "b": {}\n    , "c": {}\n  }\n}\n',
  '{ "mcpServers": {\n "a": {},\n\n "b": {}, "c": {}\n} }',
])("any of them can be taken out, and what is left is whole: %j", (text) => {
  for (let chosen = 0; chosen < 8; chosen += 1) {
    const without = ["a", "b", "c"].filter((_, n) => (chosen >> n) % 2 === 1);
    const next = replaceServers(text, ["mcpServers"], { without, add: [["gate", { command: "g" }]] });
    const left = ["a", "b", "c"].filter((name) => !without.includes(name));
    expect(readClientSettings(next, "f").servers).toEqual([["gate", { command: "g" }], ...left.map((name) => [name, {}])]);
    if (!text.includes(",}")) JSON.parse(next);
  }
});

test("countersign.yaml keeps what is written in it, with its comments", () => {
  const before = "# Ours.\nupstreams:\n  a: { url: https://a.example/mcp } # the first\n";
  const after = addUpstreamEntries(
    before,
    new Map([["b", { command: "x", args: ["yes", "1"], cwd: "/srv", trust: "untrusted" }]]),
  );
  expect(after.startsWith(before)).toBe(true);
  const [a, b] = parseConfigFile(after, "/srv/countersign.yaml", {}).upstreams;
  expect([a?.name, b?.name, b?.target]).toEqual(["a", "b", expect.objectContaining({ command: "x", args: ["yes", "1"] })]);
  for (const empty of ["", "# Nothing yet.\n", "upstreams:\n", "upstreams: {}\n"]) {
    const filled = addUpstreamEntries(empty, new Map([["b", { url: "https://b.example/mcp" }]]));
    expect(parseConfigFile(filled, "/f", {}).upstreams.map(({ name }) => name)).toEqual(["b"]);
  }
});

test("a countersign.yaml that the server would refuse, or that cannot be added to, is refused", () => {
  expect(() => readUpstreamEntries("upstreams: [", "f")).toThrow("f has errors; fix them first. f:1: ");
  expect(() => readUpstreamEntries("- a\n", "f")).toThrow("has errors");
  expect(() => readUpstreamEntries("upstreams: 7\n", "f")).toThrow("has errors");
  expect(() => readUpstreamEntries("upstreams:\n  a: { url: https://a.example, nonsense: 1 }\n", "f")).toThrow(
    "no such setting",
  );
  expect(() => readUpstreamEntries("upstreams:\n  a: &a { url: https://a.example }\n  b: *a\n", "f")).not.toThrow();
  expect(() => readUpstreamEntries("upstreams:\n  a: { command: x, args: [*.md] }\n", "f")).toThrow("is an unknown anchor");
  expect(readUpstreamEntries("upstreams:\n  # a: { url: https://a.example }\n", "f")).toEqual({});
  const variable = 'upstreams:\n  a: { url: "${NOT_SET_HERE}" }\n';
  expect(Object.keys(readUpstreamEntries(variable, "f"))).toEqual(["a"]);
});

test("a replaced command keeps its sandbox, unless that was switched off", () => {
  const replaced = (sandbox: unknown, next: object = { command: "new" }) =>
    plan({ one: next }, { replaces: true, present: { one: { command: "old", sandbox } } }).gated[0]?.upstream;
  const strict = { files: "read-only" };
  expect(replaced(strict)).toMatchObject({ command: "new", sandbox: strict });
  expect(replaced("required")).toMatchObject({ sandbox: "required" });
  for (const off of ["off", { mode: "off" }]) expect(replaced(off)).not.toHaveProperty("sandbox");
  expect(replaced(strict, { url: "https://x.example/mcp" })).not.toHaveProperty("sandbox");
});
