import type { Mutant } from "./mutants.ts";

const source = (path: string): string => `packages/server/src/${path}.ts`;
const ALTERED = "packages/server/test/engine/altered-settings.contract.test.ts";
const TOLD = "packages/server/test/http/settings-told.int.test.ts";

/** Guards of what the audit log proves about settings. */
export const EVIDENCE_MUTANTS: readonly Mutant[] = [
  {
    name: "settings: a changed row is named",
    file: source("engine/records/verify-settings"),
    find: "return stored === last.hash ? undefined :",
    replace: "return stored !== undefined ? undefined :",
    test: ALTERED,
    only: "G12 a tool needs no approval",
  },
  {
    name: "settings: a row that was put in is named",
    file: source("engine/records/verify-settings"),
    find: 'if (last === undefined) return "the row exists, but no event records it";',
    replace: "if (last === undefined) return undefined;",
    test: ALTERED,
    only: "G12 a key is put in",
  },
  {
    name: "settings: a row that was taken out is named",
    file: source("engine/records/verify-settings"),
    find: "if (stored === undefined)\n    return last.hash === null ? undefined :",
    replace: "if (stored === undefined)\n    return last.hash !== null ? undefined :",
    test: ALTERED,
    only: "G12 a member is taken out",
  },
  {
    name: "settings: what an earlier version left is no fault",
    file: source("engine/records/verify-settings"),
    find: "const isRecorded = isTold(",
    replace: "const isRecorded = true || isTold(",
    test: ALTERED,
    only: "G12 what an earlier version left",
  },
  {
    name: "settings: an event carries the hashes of what it tells of",
    file: source("store/statements/audit-events"),
    find: "data: JSON.stringify({ ...event.data, ...hashes }),",
    replace: "data: JSON.stringify(event.data),",
    test: TOLD,
    only: "G12 'PUT /api/tools/{name}'",
  },
  {
    name: "settings: keys and members tell of themselves",
    file: source("identity/record-change"),
    find: "const { actor, ...event } = change;",
    replace: "const { actor, settings: _, ...event } = change;",
    test: TOLD,
    only: "G12 'POST /api/members'",
  },
  {
    name: "settings: a revoked delegation tells of itself",
    file: source("engine/policy/delegations"),
    find: 'data, settings: [["delegation", data.id]] }',
    replace: "data }",
    test: TOLD,
    only: "G12 'POST /api/delegations/{id}/revoke'",
  },
  {
    name: "settings: an upstream that is removed is told of as gone",
    file: source("store/statements/upstreams"),
    find: 'eventOf("upstream.removed", by, saySettingGone)',
    replace: 'eventOf("upstream.removed", by)',
    test: TOLD,
    only: "G12 'DELETE /api/upstreams/{name}'",
  },
  {
    name: "reasons for rejections: they are evidence",
    file: source("store/statements/setting-evidence"),
    find: `later: ["routing_rules", "reject_reasons", `,
    replace: `later: ["routing_rules", `,
    test: ALTERED,
    only: "G12 people are offered another reason",
  },
  {
    name: "reasons for rejections: tools from before keep their hashes",
    file: source("store/statements/setting-evidence"),
    find: `later: ["routing_rules", "reject_reasons", `,
    replace: `later: ["routing_rules reject_reasons", `,
    test: ALTERED,
    only: "G12 a tool without a value",
  },
  {
    name: "reasons for rejections: agents are not told of them",
    file: source("engine/policy/tool-to-wire"),
    find: "    rejectReasons: [],",
    replace: "",
    test: "packages/server/test/engine/reject-reasons.contract.test.ts",
    only: "everybody who reads the action",
  },
  {
    name: "reasons for rejections: each has one line",
    file: "packages/protocol/src/reject-reasons.ts",
    find: "{Cc}\\p{Zl}\\p{Zp}\\p{Surrogate}]*$/u",
    replace: "{Unassigned}]*$/u",
    test: "packages/server/test/http/input.int.test.ts",
    only: "reasons for rejections",
  },
];
