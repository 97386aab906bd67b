import type { Mutant } from "./mutants.ts";

const source = (path: string): string => `packages/server/src/${path}.ts`;
const spec = (name: string): string => `packages/server/test/connectors/${name}.int.test.ts`;
const GATE = source("tools/connections/gate-tools");
const CONNECTIONS = "packages/server/test/connectors/connections.contract.test.ts";

/** Guards of connections and of the connectors that send mail and speak HTTP. */
export const CONNECTION_MUTANTS: readonly Mutant[] = [
  {
    name: "connections: what runs has the settings that were approved",
    file: GATE,
    find: "(approved !== undefined && now.hash !== approved)",
    replace: "false",
    test: CONNECTIONS,
    only: "G2 what was approved for former settings",
  },
  {
    name: "connections: settings are part of what is approved",
    file: GATE,
    find: "settings: row.settings,",
    replace: "",
    test: CONNECTIONS,
    only: "G2 what was approved for former settings",
  },
  {
    name: "connections: what a service echoes is masked",
    file: GATE,
    find: "maskJson(mask, value as T & Json)",
    replace: "value",
    test: CONNECTIONS,
    only: "G1 come with the connection",
  },
  {
    name: "connections: administrators only",
    file: source("ports/connection-admin"),
    find: `hasRole(by, "admin") ? undefined`,
    replace: `hasRole(by, "viewer") ? undefined`,
    test: CONNECTIONS,
    only: "only an administrator sees",
  },
  {
    name: "connections: a private address is confirmed",
    file: source("tools/connections/refuse-change"),
    find: 'if (request.allowPrivate === true && !stored?.allowPrivate) errors.push({ path: "/allowPrivate", message: REACHES_INSIDE });',
    replace: "void REACHES_INSIDE;",
    test: CONNECTIONS,
    only: "private addresses need",
  },
  {
    name: "connections: credentials stay with their server",
    file: source("tools/connections/refuse-change"),
    find: "if (!reachesOther(connector, request, stored)) return undefined;",
    replace: "return undefined;",
    test: CONNECTIONS,
    only: "do not go to another server",
  },
  {
    name: "connections: encrypted for one place",
    file: source("engine/secrets/credential-cipher"),
    find: '...("upstream" in place ? ["upstream", place.upstream] : [place.connectionId])',
    replace: "",
    test: spec("credential-cipher"),
    only: "G9 moved to another connection",
  },
  {
    name: "connections: a missing key keeps the server from starting",
    file: source("engine/secrets/secret-keys"),
    find: "if (missing.length === 0) return;",
    replace: "return;",
    test: spec("credential-cipher"),
    only: "a server whose key is another one",
  },
  {
    name: "connectors: a lost answer is no failure",
    file: source("tools/connectors/name-faults"),
    find: "error.mayHaveHappened || repeats > 0",
    replace: "false",
    test: spec("http"),
    only: "G3 G5 cut_after",
  },
  {
    name: "email: recipients of the allowed domains only",
    file: source("tools/connectors/email/send-email"),
    find: "if (!settings.domains.includes(domain)) {",
    replace: "if (settings.domains.length > 1000) {",
    test: spec("email"),
    only: "nobody outside the allowed domains",
  },
  {
    name: "email: once the text is asked for nobody knows",
    file: source("tools/connectors/email/smtp"),
    find: `if (isAsked || side === "message") stage.sentData = true;`,
    replace: "",
    test: spec("email"),
    only: "G5 before the message is sent",
  },
  {
    name: "http: no field steps through folders",
    file: source("tools/connectors/http/template"),
    find: `throw new ToolFailure("invalid", "a part of the address would be \`.\` or \`..\`");`,
    replace: "void 0;",
    test: spec("http"),
    only: "no field changes the folder",
  },
  {
    name: "http: a writing call follows no redirect",
    file: source("tools/connectors/http/call"),
    find: `if (tool.method !== "GET") return judgeRedirect(answer, next);`,
    replace: "",
    test: spec("http"),
    only: "G5 a redirect of a writing call",
  },
  {
    name: "http: without leave no private address",
    file: source("tools/connections/checked-fetch"),
    find: "lookup: checkedLookup(allowPrivate)",
    replace: "lookup: checkedLookup(true)",
    test: spec("http"),
    only: "without leave no address",
  },
];
