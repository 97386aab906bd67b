/**
 * The architecture, one entry an arrow: each names a folder or a file and everything of ours it may import. Read from the bottom up:
 *
 *   protocol ← core ← ports ← store ← engine ← (tools, identity, http, mcp, cli) ← main
 *   ports ← transport ← (identity, http, mcp)
 *   (tools, http) ← features ← main
 *   protocol ← sdk        protocol ← inbox, which speaks HTTP only; in it: strings ← (ui, api, page-search) ← features ← app
 */
const server = "packages/server/src";
const inbox = "packages/inbox/src";

const PROTOCOL = "packages/protocol/src";
const CORE = `${server}/core`;
const PORTS = `${server}/ports`;
const STORE = `${server}/store`;
const ENGINE = `${server}/engine`;
const TRANSPORT = `${server}/transport`;
const CLIENT_IMPORT = `${server}/client-import`;
const IDENTITY = `${server}/identity`;

/** Everything of ours is refused to `from`, but what is listed and `from` itself. */
const arrow = (name, from, mayImport, comment) => ({
  name,
  comment,
  severity: "error",
  from: { path: `^${from}(/|[.]ts$)` },
  to: { path: "^packages/[^/]+/(src|dist)/", pathNot: [from, ...mayImport].map((path) => `^${path}(/|[.]ts$)`) },
});

const arrows = [
  arrow("protocol: nothing of ours", PROTOCOL, [], "The words; they also run in a browser and in every agent."),
  arrow("protocol ← core", CORE, [PROTOCOL], "Decides, does not write."),
  arrow("core ← ports", PORTS, [CORE, PROTOCOL], "What one part asks of another: types, and the errors they name."),
  arrow("ports ← store", STORE, [PORTS, CORE, PROTOCOL], "Keeps rows; knows nothing of who calls."),
  arrow("store ← engine", ENGINE, [STORE, PORTS, CORE, PROTOCOL], "The only place that changes an action."),
  arrow(
    "engine ← tools",
    `${server}/tools`,
    [`${server}/find-program`, ENGINE, STORE, PORTS, CORE, PROTOCOL],
    "Where tools come from.",
  ),
  arrow("ports ← transport", TRANSPORT, [PORTS, CORE, PROTOCOL], "Shared by the HTTP listener and the MCP server."),
  arrow("engine ← identity", IDENTITY, [ENGINE, STORE, PORTS, TRANSPORT, CORE, PROTOCOL], "People, keys, roles."),
  arrow(
    "engine ← http",
    `${server}/http`,
    [ENGINE, IDENTITY, TRANSPORT, PORTS, CORE, PROTOCOL],
    "Parse, call one engine function, map the code.",
  ),
  arrow("engine ← mcp", `${server}/mcp`, [ENGINE, IDENTITY, TRANSPORT, PORTS, CORE, PROTOCOL], "The gateway."),
  arrow(
    "(tools, http) ← features",
    `${server}/features`,
    [`${server}/tools`, `${server}/http`, ENGINE, STORE, TRANSPORT, PORTS, CORE, PROTOCOL],
    "What is not the gate: content, studio, chat. They reach tools by the gate only.",
  ),
  arrow(
    "engine ← cli",
    `${server}/cli`,
    [
      `${server}/main`,
      `${server}/maintenance`,
      `${server}/config`,
      `${server}/find-program`,
      CLIENT_IMPORT,
      ENGINE,
      STORE,
      PORTS,
      CORE,
      PROTOCOL,
    ],
    "Commands, no logic.",
  ),
  arrow(
    "config ← client-import",
    CLIENT_IMPORT,
    [`${server}/config`, `${server}/config-file`, `${server}/command-line`, CORE, PROTOCOL],
    "Rewrites settings files; needs no database and no running server.",
  ),
  arrow("protocol ← sdk", "packages/sdk/src", [PROTOCOL], "What an agent installs."),
  arrow("protocol ← inbox", inbox, [PROTOCOL], "Talks HTTP; the server's code is not in the browser."),
  arrow("guide: nothing of ours", "packages/guide/src", [], "Made from the pages alone; needs no other package of ours."),
  arrow("inbox strings", `${inbox}/strings`, [PROTOCOL], "Everything people read, in each language."),
  arrow("inbox api", `${inbox}/api`, [`${inbox}/strings`, PROTOCOL], "Requests and the cache of the server's state."),
  arrow("inbox page-search", `${inbox}/page-search`, [PROTOCOL], "What each page keeps in its address; knows no page."),
  arrow("inbox ui", `${inbox}/ui`, [`${inbox}/strings`, PROTOCOL], "Looks; knows no feature and asks no server."),
  arrow(
    "inbox: ui ← features",
    `${inbox}/features`,
    [`${inbox}/strings`, `${inbox}/ui`, `${inbox}/api`, `${inbox}/page-search`, PROTOCOL],
    "A screen each.",
  ),
];

/** What a folder may have from npm and from Node. */
const light = [
  {
    name: "core is pure",
    comment:
      "No input or output; of npm only the schema library, canonical JSON and CEL. Hashing and bounded evaluation are calculations.",
    severity: "error",
    from: { path: `^${CORE}/` },
    to: {
      dependencyTypesNot: ["local", "type-only"],
      pathNot: ["node_modules/(zod|canonicalize|@marcbachmann/cel-js)/", "^(node:)?(crypto|vm)$", "^packages/"],
    },
  },
  {
    name: "protocol is light",
    comment: "Whoever installs a client gets the schema library and nothing else; nothing of Node, it runs in browsers.",
    severity: "error",
    from: { path: `^${PROTOCOL}/` },
    to: { pathNot: ["node_modules/zod/", `^${PROTOCOL}/`] },
  },
  {
    name: "sdk is light",
    comment: "No dependency but protocol; frameworks are met by their types.",
    severity: "error",
    from: { path: "^packages/sdk/src/" },
    to: { dependencyTypes: ["npm", "npm-dev", "npm-optional", "npm-no-pkg"], dependencyTypesNot: ["type-only"] },
  },
];

const islands = [
  {
    name: "a connector is an island",
    comment:
      "It sees its ports, what is beside its folder, the words, bounded evaluation and time limits, the list of headers no request may set, and its vendor: nothing of the engine or another connector.",
    severity: "error",
    from: { path: `^${server}/tools/connectors/([^/]+)/` },
    to: {
      path: "^packages/",
      pathNot: [
        `^${server}/tools/connectors/($1/|[^/]+[.]ts$)`,
        `^${PORTS}/(tool|channel|on-call|account-mail)[.]ts$`,
        `^${CORE}/(run-within|start-time-limit|rerouting)[.]ts$`,
        `^${PROTOCOL}/`,
      ],
    },
  },
  {
    name: "a feature of the server is an island",
    comment: "Each can be left out by the configuration, so none needs another.",
    severity: "error",
    from: { path: `^${server}/features/([^/]+)/` },
    to: { path: `^${server}/features/[^/]+/`, pathNot: `^${server}/features/$1/` },
  },
  {
    name: "a feature has one entry file",
    comment: "Whoever assembles the server sees `<name>-feature.ts` and nothing else of it.",
    severity: "error",
    from: { path: "^packages/[^/]+/src/", pathNot: `^${server}/features/[^/]+/` },
    to: { path: `^${server}/features/[^/]+/`, pathNot: "-feature[.]ts$" },
  },
  {
    name: "features do not import each other",
    comment: "What two of them need belongs in ui or api.",
    severity: "error",
    from: { path: `^${inbox}/features/([^/]+)/` },
    to: { path: `^${inbox}/features/`, pathNot: `^${inbox}/features/$1/` },
  },
  {
    name: "only the command line constructs",
    comment: "main wires everything and is imported by nothing below it.",
    severity: "error",
    from: { path: "^packages/", pathNot: [`^${server}/(cli/|(main|maintenance)[.]ts$)`, "^packages/[^/]+/(test|e2e)/"] },
    to: { path: `^${server}/(main|maintenance)[.]ts$` },
  },
  {
    name: "no test in the product",
    severity: "error",
    from: { path: "^packages/[^/]+/src/" },
    to: { path: "^(packages/[^/]+/(test|e2e)|test|bench|scripts|examples)/" },
  },
  {
    name: "no cycle, imports of types included",
    severity: "error",
    from: { path: "^packages/[^/]+/src/" },
    to: { circular: true },
  },
  {
    name: "nothing unresolved",
    severity: "error",
    from: { path: "^packages/" },
    to: { couldNotResolve: true },
  },
];

module.exports = {
  forbidden: [...arrows, ...light, ...islands],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: ["(^|/)dist/", "^packages/server/public/"] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    reporterOptions: { metrics: { hideModules: true, orderBy: "name" } },
    enhancedResolveOptions: {
      conditionNames: ["@countersign/source", "import", "node", "default", "types"],
      exportsFields: ["exports"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".css"],
    },
  },
};
