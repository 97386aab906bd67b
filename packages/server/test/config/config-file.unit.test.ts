import { expect, test } from "vitest";
import { parseConfigFile } from "../../src/config-file.ts";

const read = (text: string, env: Record<string, string> = {}) => parseConfigFile(text, "/etc/countersign.yaml", env).upstreams;
const faultsOf = (text: string, env: Record<string, string> = {}): string[] => {
  try {
    read(text, env);
    return [];
  } catch (error) {
    return (error as Error).message
      .split("\n")
      .slice(1)
      .map((line) => line.trim());
  }
};

test("a command with arguments, environment and settings of its tools", () => {
  const [files] = read(
    `
upstreams:
  files:
    command: npx
    args: [-y, "@modelcontextprotocol/server-filesystem", "\${NOTES:-/srv/notes}", 5]
    env: { API_KEY: "\${KEY}", DEBUG: true }
    cwd: sub
    trust: trusted
    prefix: ""
    tools:
      write_file: { when: "args.path != ''", description: Writes a file, approver: admin, lifetimeSeconds: 60 }
      read_file: { approval: never, needsSecondPerson: true, rejectReasons: [" Not now ", Wrong file] }
`,
    { KEY: "sesame-open-123", PATH: "/bin", OTHER: "x" },
  );
  expect(files).toEqual({
    name: "files",
    origin: "file",
    target: {
      transport: "stdio",
      command: "npx",
      args: ["-y", "@modelcontextprotocol/server-filesystem", "/srv/notes", "5"],
      env: { PATH: "/bin", API_KEY: "sesame-open-123", DEBUG: "true" },
      cwd: "/etc/sub",
    },
    shownTarget: "npx -y @modelcontextprotocol/server-filesystem ${NOTES:-/srv/notes} 5",
    headerNames: [],
    secrets: ["sesame-open-123", "sesame-open-123"],
    unmasked: [],
    trust: "trusted",
    prefix: "",
    enabled: true,
    sharing: "per-agent",
    maxConnections: 16,
    allowQuestions: false,
    limits: { callSeconds: 300, maxResultMebibytes: 16, maxTools: 1000 },
    era: "legacy",
    tools: {
      write_file: {
        approval: "when",
        approvalWhen: "args.path != ''",
        descriptionOverride: "Writes a file",
        approverRole: "admin",
        lifetimeSeconds: 60,
      },
      read_file: { approval: "never", needsSecondPerson: true, rejectReasons: ["Not now", "Wrong file"] },
    },
  });
});

test("a url with headers; the address is shown as it was written", () => {
  const [one] = read(
    `
upstreams:
  hub:
    url: https://hub.example.com/mcp?key=\${KEY}
    headers: { Authorization: "Bearer \${TOKEN}" }
    era: auto
`,
    { KEY: "key-in-url", TOKEN: "token-123" },
  );
  expect(one).toMatchObject({
    target: {
      transport: "http",
      url: "https://hub.example.com/mcp?key=key-in-url",
      headers: { Authorization: "Bearer token-123" },
      allowPrivate: false,
    },
    shownTarget: "https://hub.example.com/mcp?key=${KEY}",
    headerNames: ["Authorization"],
    secrets: ["key-in-url", "token-123", "Bearer token-123", "key-in-url"],
    prefix: "hub",
    trust: "untrusted",
  });
});

test("every fault is told at once, with its line and its path, and no value", () => {
  expect(
    faultsOf(
      `upstreams:
  one:
    command: run
    url: https://x.example
    colour: blue
  two:
    command: run
    headers: { A: b }
    tools:
      act: { approval: sometimes, wait: 5, rejectReasons: [a, a] }
  "bad name":
    url: ftp://x
`,
    ),
  ).toEqual([
    "/etc/countersign.yaml:2: upstreams.one: needs either a command or a url",
    "/etc/countersign.yaml:5: upstreams.one.colour: there is no such setting",
    "/etc/countersign.yaml:8: upstreams.two.headers: is only allowed with a url",
    expect.stringContaining("/etc/countersign.yaml:10: upstreams.two.tools.act.approval: "),
    "/etc/countersign.yaml:10: upstreams.two.tools.act.wait: there is no such setting",
    "/etc/countersign.yaml:10: upstreams.two.tools.act.rejectReasons.1: is listed twice",
    expect.stringContaining("/etc/countersign.yaml:11: upstreams.bad name: letters, digits"),
  ]);
  expect(
    faultsOf(
      `upstreams:
  one:
    command: run
    args: ["\${MISSING}", "$\${KEPT}", "\${"]
    env:
      KEY: \${ALSO_MISSING}
  two:
    url: ftp://\${HOST}/x
    headers: { Mcp-Session-Id: x }
`,
      { HOST: "secret-host" },
    ),
  ).toEqual([
    "/etc/countersign.yaml:4: upstreams.one.args.0: the environment variable MISSING is not set",
    "/etc/countersign.yaml:4: upstreams.one.args.2: `${` does not start a reference such as ${NAME}; write `$${` for the two characters",
    "/etc/countersign.yaml:6: upstreams.one.env.KEY: the environment variable ALSO_MISSING is not set",
    "/etc/countersign.yaml:8: upstreams.two.url: must be an http or https address",
    "/etc/countersign.yaml:9: upstreams.two.headers: sets a header of the protocol itself",
  ]);
});

test("text that is no YAML, or has a key twice, is told with its line; an empty file has no upstreams", () => {
  expect(faultsOf("upstreams:\n  a: {command: x}\n  a: {command: y}\n")[0]).toMatch(/^\/etc\/countersign\.yaml:3: /);
  expect(faultsOf("upstreams: [\n")[0]).toMatch(/^\/etc\/countersign\.yaml:\d+: /);
  expect(faultsOf("servers: {}\n")).toEqual(["/etc/countersign.yaml:1: servers: there is no such setting"]);
  expect(read("")).toEqual([]);
  expect(read("# nothing yet\n")).toEqual([]);
});

test("what is configured is a secret, but not what is called plain, a path that exists, or what is short", () => {
  const [one] = read(
    `
upstreams:
  odd:
    command: node
    args: ["\${NOTES}", "\${WORD}"]
    env: { TOKEN: abc, MODE: production, ROOT: ${import.meta.dirname}, REGION: eu-central-1, LOG: info }
    plain: [MODE, NOTES]
`,
    { NOTES: "notes-folder", WORD: "sesame-open" },
  );
  expect([one?.secrets, one?.unmasked]).toEqual([["sesame-open", "eu-central-1"], ["TOKEN"]]);
});

test("an upstream may name the workspace whose it is, by its id", () => {
  const workspacesOf = (text: string) => read(text).map(({ workspaceId }) => workspaceId);
  expect(workspacesOf("upstreams:\n  a: {command: x}\n  b: {command: x, workspace: wsp_7Aq}\n")).toEqual([
    undefined,
    "wsp_7Aq",
  ]);
  expect(faultsOf("upstreams:\n  a: {command: x, workspace: Acme}\n")).toEqual([
    "/etc/countersign.yaml:2: upstreams.a.workspace: must be the id of a workspace, as `countersign workspace list` prints it",
  ]);
});

const sandboxesOf = (text: string) =>
  read(text, { HOME: "/home/ann" }).map(({ target }) => (target.transport === "stdio" ? target.sandbox : "http"));

test("a sandbox is a word or settings, which require one; without it there is none to require", () => {
  const open = { isReadOnly: false, hasNetwork: true, writable: [] };
  expect(
    sandboxesOf(`upstreams:
  a: {command: x}
  b: {command: x, sandbox: auto}
  c: {command: x, sandbox: required}
  d: {command: x, sandbox: off}
  e: {command: x, sandbox: {files: read-only, write: ["\${HOME}/notes", data], network: off}}
  f: {command: x, sandbox: {mode: required, network: "off"}}
`),
  ).toEqual([
    undefined,
    { ...open, mode: "auto" },
    { ...open, mode: "required" },
    { ...open, mode: "off" },
    { mode: "required", isReadOnly: true, hasNetwork: false, writable: ["/home/ann/notes", "/etc/data"] },
    { ...open, mode: "required", hasNetwork: false },
  ]);
});

test("G57 a sandbox that would not be kept, or is none, is refused", () => {
  expect(
    faultsOf(`upstreams:
  a: {command: x, sandbox: always}
  b: {command: x, sandbox: true}
  c: {command: x, sandbox: {mode: auto, network: off}}
  d: {command: x, sandbox: {write: [/srv]}}
  e: {command: x, sandbox: {files: none, hide: [/srv]}}
  f: {url: "https://x.example", sandbox: off}
`),
  ).toEqual([
    "/etc/countersign.yaml:2: upstreams.a.sandbox.mode: must be auto, required or off",
    "/etc/countersign.yaml:3: upstreams.b.sandbox: must be auto, required, off, or settings",
    "/etc/countersign.yaml:4: upstreams.c.sandbox.mode: must be required with read-only files or without network",
    "/etc/countersign.yaml:5: upstreams.d.sandbox.write: needs `files: read-only`",
    "/etc/countersign.yaml:6: upstreams.e.sandbox.files: must be writable or read-only",
    "/etc/countersign.yaml:6: upstreams.e.sandbox.hide: there is no such setting",
    "/etc/countersign.yaml:7: upstreams.f.sandbox: is only allowed with a command",
  ]);
});
