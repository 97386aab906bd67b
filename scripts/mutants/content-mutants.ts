import type { Mutant } from "./mutants.ts";

const content = (path: string): string => `packages/server/src/tools/connectors/content/${path}.ts`;
const STORE = "packages/server/test/content/content-store.contract.test.ts";
const OVER = "packages/server/test/content/template-over-element.contract.test.ts";
const GATE = "packages/server/test/content/content-gate.contract.test.ts";

/** Guards of content changes. */
export const CONTENT_MUTANTS: readonly Mutant[] = [
  {
    name: "content: written over its version only",
    file: content("embedded/element-writes"),
    find: " and version = $4",
    replace: " and version >= least($4, version)",
    test: STORE,
    only: "older version",
  },
  {
    name: "content: the approved version is compared by the handler",
    file: content("tools/tool-parts"),
    find: "if ((plan.element?.version ?? ABSENT) !== context.snapshot) throw stale(plan);",
    replace: "",
    test: GATE,
    only: "compares the version that was approved",
  },
  {
    name: "content: the approver's right for the folder",
    file: content("tools/tool-parts"),
    find: "await needApprovers(source, plan, look, context.approvedBy ?? []);",
    replace: "",
    test: GATE,
    only: "lost the right",
  },
  {
    name: "content: the agent's right for the folder",
    file: content("change/plan-change"),
    find: 'await needRight(source, "edit", element, look);\n  if (change.publish',
    replace: "if (change.publish",
    test: GATE,
    only: "lost the right",
  },
  {
    name: "content: what may not be viewed is not found",
    file: content("embedded/element-rows"),
    find: "look.by\n    ? {",
    replace: "!look.by\n    ? {",
    test: GATE,
    only: "may not view",
  },
  {
    name: "content: a template is rendered only over what its reader may view",
    file: "packages/server/src/features/content/pages.ts",
    find: "const row = await findAny(handle.query, id, lookOf(by));\n    if (!row)",
    replace: "const row = await findAny(handle.query, id, { workspaceId: by.workspaceId });\n    if (!row)",
    test: OVER,
    only: "may not view does not exist",
  },
  {
    name: "content: a proposed template renders over the element it names",
    file: content("templates/template-data"),
    find: "for (const over of attempts) {",
    replace: "for (const over of attempts.slice(0, 1)) {",
    test: OVER,
    only: "an agent names an element",
  },
  {
    name: "content: only documents and templates have a page, and only a template is rendered over an element",
    file: "packages/server/src/features/content/pages.ts",
    find: "if (over !== undefined) return refuseOver(",
    replace: "if (over === null) return refuseOver(",
    test: OVER,
    only: "refused in words",
  },
  {
    name: "content: rich text is looked at",
    file: content("fields/texts"),
    find: "return findMarkupFaults(value, RICH_TEXT)",
    replace: "return ([] as { line: number; message: string }[])",
    test: GATE,
    only: "rich text takes",
  },
  {
    name: "content: what a relation names has to be there",
    file: content("change/check-references"),
    find: "if (!found) return",
    replace: "if (false) return",
    test: STORE,
    only: "relation to what is not there",
  },
  {
    name: "content: every write is on the log",
    file: content("embedded/element-writes"),
    find: "from changed\n  )\n  select id, path, revision, version from changed`;",
    replace: "from changed where false\n  )\n  select id, path, revision, version from changed`;",
    test: GATE,
    only: "hears of every write",
  },
];
