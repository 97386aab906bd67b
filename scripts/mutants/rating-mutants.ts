import type { Mutant } from "./mutants.ts";

const source = (path: string): string => `packages/server/src/${path}.ts`;
const RATINGS = "packages/server/test/engine/ratings.contract.test.ts";
const RISK = "packages/server/test/core/risk.unit.test.ts";
const PLACES = "packages/protocol/test/decision-places.unit.test.ts";

/** Guards of ratings and of unvetted tools. */
export const RATING_MUTANTS: readonly Mutant[] = [
  {
    name: "ratings: the floor of a name holds for what a source declares",
    file: source("core/risk"),
    find: "Math.max(declared ?? UNRATED_RISK, floor)",
    replace: "declared ?? UNRATED_RISK",
    test: RISK,
    only: "G26",
  },
  {
    name: "ratings: what nobody declared is not rated",
    file: source("core/risk"),
    find: "rated: declared !== undefined || floor > 0",
    replace: "rated: true",
    test: RISK,
    only: "G26",
  },
  {
    name: "ratings: an upstream's tool that says nothing is not rated",
    file: source("core/risk"),
    find: "const rated = isKnown(one);",
    replace: "const rated = isKnown(one) || true;",
    test: RISK,
    only: "G26 nobody has rated",
  },
  {
    name: "ratings: nobody believes good words of a server that is not trusted",
    file: source("core/risk"),
    find: "(server.trusted && Object.values(hints)",
    replace: "(Object.values(hints)",
    test: RISK,
    only: "G26 nobody has rated",
  },
  {
    name: "ratings: what nobody rated asks, whatever its connector wants",
    file: source("core/risk"),
    find: 'rated && risk === declared ? wanted : "required"',
    replace: "wanted",
    test: RATINGS,
    only: "a connector of ours",
  },
  {
    name: "ratings: our own connectors are held to the names of their tools",
    file: source("engine/catalog/declared-tools"),
    find: "const { risk, ratedRisk, rated } = ratedColumns(rating);",
    replace:
      "const { risk, ratedRisk, rated } = ratedColumns(source === SERVER_SOURCE ? { ...rating, risk: definition.risk ?? 2 } : rating);",
    test: RATINGS,
    only: "a connector of ours",
  },
  {
    name: "ratings: connections are held to the names of their tools",
    file: source("engine/catalog/connection-tools"),
    find: "rateTool({ name: ownName, declared: definition.risk })",
    replace: 'rateTool({ name: "tool", declared: definition.risk })',
    test: RATINGS,
    only: "a connection brings",
  },
  {
    name: "ratings: authors are held to the names of their tools",
    file: source("core/studio-tool"),
    find: "const rating = rateTool({ name, declared: reached.level });",
    replace: "const rating = { risk: reached.level, rated: true };",
    test: RATINGS,
    only: "the Tool Studio",
  },
  {
    name: "ratings: a source lowers nothing by declaring less",
    file: source("engine/catalog/declared-tools"),
    find: "Math.max(row.risk, risk)",
    replace: "risk",
    test: RATINGS,
    only: "declares less later",
  },
  {
    name: "vetting: what is not vetted counts as the highest risk",
    file: "packages/protocol/src/risk.ts",
    find: "(vetted ? risk : NOT_VETTED_RISK)",
    replace: "(vetted ? risk : Math.min(risk, NOT_VETTED_RISK))",
    test: PLACES,
    only: "G34",
  },
  {
    name: "vetting: a place asks whether the tool is vetted",
    file: "packages/protocol/src/decision-places.ts",
    find: "if (riskForRules(care) <= maxRisk)",
    replace: "if (care.risk <= maxRisk)",
    test: PLACES,
    only: "G24 every place",
  },
  {
    name: "vetting: an untrusted server's tool is not vetted by being listed",
    file: source("core/tool-levels"),
    find: "trusted || (fingerprint !== null",
    replace: "true || (fingerprint !== null",
    test: RATINGS,
    only: "G34 a search is low",
  },
  {
    name: "vetting: it is bound to the definition that was looked at",
    file: source("core/tool-levels"),
    find: "fingerprint === vettedFingerprint)",
    replace: "vettedFingerprint !== null)",
    test: RATINGS,
    only: "G34 a changed definition",
  },
  {
    name: "vetting: it has to be confirmed",
    file: source("core/protection"),
    find: "...(tool.vetted && !was.vetted\n        ? [",
    replace: "...(tool.vetted && !was.vetted\n        ? [].map(String) ?? [",
    test: RATINGS,
    only: "G34 an administrator vets",
  },
  {
    name: "vetting: what an administrator rates is not vetted by that",
    file: source("engine/policy/check-settings"),
    find: "levelColumns({ ...tool, ...set })",
    replace: "levelColumns({ ...tool, ...set, trusted: true })",
    test: RATINGS,
    only: "G34 a rating lets nothing through",
  },
  {
    name: "vetting: the database refuses a lower level for what is not vetted",
    file: "packages/server/src/store/migrations/0025_ratings_and_vetting.sql",
    find: "check (vetting <> 'unvetted' or risk = 5)",
    replace: "check (vetting <> 'unvetted' or risk >= 0)",
    test: RATINGS,
    only: "G34 a rating lets nothing through",
  },
];
