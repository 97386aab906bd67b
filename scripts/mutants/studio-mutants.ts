import type { Mutant } from "./mutants.ts";

const source = (path: string): string => `packages/server/src/${path}`;
const SANDBOX = "packages/server/test/studio/sandbox.int.test.ts";
const ACCESS = "packages/server/test/core/studio-access.unit.test.ts";
const GATE = "packages/server/test/studio/studio.contract.test.ts";

/** Guards of tools that administrators write. */
export const STUDIO_MUTANTS: readonly Mutant[] = [
  {
    name: "studio: a redirect is looked at as the first address is",
    file: source("features/studio/sandbox/fetch-gate.ts"),
    find: "const refusal = refuseRequest(access, method, url);",
    replace: "const refusal = redirects === 0 ? refuseRequest(access, method, url) : undefined;",
    test: SANDBOX,
    only: "beyond the list",
  },
  {
    name: "studio: what only reads writes nothing",
    file: source("core/studio-access.ts"),
    find: "if (WRITING.has(method) && !access.writes)",
    replace: "if (false)",
    test: ACCESS,
    only: "only reads",
  },
  {
    name: "studio: a host covers itself and no longer name",
    file: source("core/studio-access.ts"),
    find: "url.hostname.endsWith(`.${entry.host}`)",
    replace: "url.hostname.endsWith(entry.host)",
    test: ACCESS,
    only: "names below",
  },
  {
    name: "studio: the memory ends",
    file: source("features/studio/sandbox/child/run-tool.mjs"),
    find: "Math.max(FIRST_PAGES, megabytes * PAGES_A_MEGABYTE)",
    replace: "Math.max(FIRST_PAGES, 4 * megabytes * PAGES_A_MEGABYTE)",
    test: SANDBOX,
    only: "more memory",
  },
  {
    name: "studio: what is tested is what is published, its access too",
    file: source("core/studio-access.ts"),
    find: "sha256OfJson({ source, inputSchema, access, limits })",
    replace: "sha256OfJson({ source, inputSchema, limits })",
    test: ACCESS,
    only: "tested",
  },
  {
    name: "studio: nothing is published untested",
    file: source("engine/catalog/studio-tools.ts"),
    find: "...(tool.passedRunId === null",
    replace: "...(false",
    test: GATE,
    only: "only exactly what a recorded run",
  },
  {
    name: "studio: the approved version is compared by the handler",
    file: source("features/studio/authored-tool.ts"),
    find: "if (toolHash !== version.definitionHash)",
    replace: "if (false)",
    test: GATE,
    only: "compares the version that was approved",
  },
  {
    name: "studio: the risk is not set below what it may reach",
    file: source("engine/policy/check-settings.ts"),
    find: "isStudioSource(source) ? scoredRisk : 0",
    replace: "isStudioSource(source) ? 0 : 0",
    test: GATE,
    only: "the risk is never lower",
  },
];
