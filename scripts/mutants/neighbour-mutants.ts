import type { Mutant } from "./mutants.ts";

const source = (path: string): string => `packages/server/src/${path}.ts`;
const test = (name: string): string => `packages/server/test/${name}.test.ts`;

/** Guards against upstreams that misbehave. */
export const NEIGHBOUR_MUTANTS: readonly Mutant[] = [
  {
    name: "upstreams: what they answer is masked",
    file: source("tools/upstreams/open-target"),
    find: "events.onMessage(maskJson(mask, message), of)",
    replace: "events.onMessage(message, of)",
    test: test("tools/upstreams/echoed-secrets.int"),
    only: "G28",
  },
  {
    name: "secrets: inside a base64 text",
    file: source("core/mask-secrets"),
    find: "...[0, 1, 2].flatMap(",
    replace: "...[0].flatMap(",
    test: test("tools/upstreams/secrets.unit"),
    only: "G28",
  },
  {
    name: "studio: headers that change the method",
    file: source("tools/studio/sandbox/fetch-gate"),
    find: "if (rerouting !== undefined)",
    replace: "if (rerouting === null)",
    test: test("studio/sandbox.int"),
    only: "G22 only what may write writes",
  },
  {
    name: "HTTP: headers that change the method",
    file: source("tools/connectors/http/settings"),
    find: "else if (isRerouting(name)) {",
    replace: "else if (name === undefined) {",
    test: test("connectors/http.int"),
    only: "G22",
  },
  {
    name: "HTTP: a parameter that is read as the method",
    file: source("tools/connectors/http/call"),
    find: "if (parameter === undefined) return address;",
    replace: "if (address !== undefined) return address;",
    test: test("connectors/http.int"),
    only: "G22",
  },
  {
    name: "upstreams: a definition as its server sent it",
    file: source("engine/judge-tools"),
    find: `const formed = wellFormed("tool", definition);`,
    replace: `const formed = { item: definition, leftOut: [] };`,
    test: test("mcp/odd-definitions.unit"),
    only: "G29",
  },
  {
    name: "upstreams: an output schema that does not compile",
    file: source("engine/judge-tools"),
    find: "if (!isJsonObject(outputSchema) || isUsableOutput(outputSchema)) return one;",
    replace: "if (outputSchema !== null) return one;",
    test: test("mcp/odd-definitions.unit"),
    only: "G29",
  },
  {
    name: "names for models: two tools meet in one name",
    file: source("core/tool-names"),
    find: "salt = 1; taken.has(alias);",
    replace: "salt = 1; alias === undefined;",
    test: test("core/vet.unit"),
    only: "G29 every name becomes",
  },
];
