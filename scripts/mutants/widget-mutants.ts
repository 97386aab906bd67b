import type { Mutant } from "./mutants.ts";

const CONTRACT = "packages/server/test/engine/widgets.contract.test.ts";
const HTTP = "packages/server/test/http/widgets.int.test.ts";
const MESSAGES = "packages/protocol/test/widget.unit.test.ts";
const DIGEST = "packages/server/src/core/digest.ts";
const ADMIN = "packages/server/src/engine/policy/tool-admin.ts";
const PROTOCOL = "packages/protocol/src/widget.ts";
const RESPONSE = "packages/server/src/http/widget-response.ts";

/** Guards of tools' own drawings. */
export const WIDGET_MUTANTS: readonly Mutant[] = [
  {
    name: "widgets: another widget is another tool",
    file: DIGEST,
    find: `...(definition.widget !== undefined && { widget: { ...widgetOf(definition.widget) } }),`,
    replace: ``,
    test: CONTRACT,
    only: "G56 a tool with another widget",
  },
  {
    name: "widgets: a former proposal is not drawn by a changed tool",
    file: "packages/server/src/engine/actions/to-wire.ts",
    find: `if (!tool?.widget || !isSameDefinition({ ...stored, tool })) return null;`,
    replace: `if (!tool?.widget) return null;`,
    test: CONTRACT,
    only: "G56 with a changed widget",
  },
  {
    name: "widgets: only people read them",
    file: ADMIN,
    find: `if (!hasRole(by, "viewer")) return refuse("FORBIDDEN", "Only people can load widgets.");`,
    replace: ``,
    test: CONTRACT,
    only: "G56 people of the workspace read it",
  },
  {
    name: "widgets: the stored text is hashed again",
    file: ADMIN,
    find: `if (html === undefined || sha256Hex(html) !== sha256)`,
    replace: `if (html === undefined)`,
    test: CONTRACT,
    only: "G56 a document that was changed in the database",
  },
  {
    name: "widgets: of the own workspace only",
    file: "packages/server/src/store/statements/tool-widgets.ts",
    find: `    .where("workspaceId", "=", workspaceId)
`,
    replace: ``,
    test: CONTRACT,
    only: "G56 people of the workspace read it",
  },
  {
    name: "widgets: nothing is loaded or sent",
    file: RESPONSE,
    find: `"default-src 'none'",`,
    replace: ``,
    test: HTTP,
    only: "G56 a widget is sent with a policy",
  },
  {
    name: "widgets: an origin of their own",
    file: RESPONSE,
    find: `"sandbox allow-scripts",`,
    replace: `"sandbox allow-scripts allow-same-origin",`,
    test: HTTP,
    only: "G56 a widget is sent with a policy",
  },
  {
    name: "widgets: a message with more in it is none",
    file: PROTOCOL,
    find: `z.strictObject({ type: z.literal("countersign:ready") })`,
    replace: `z.object({ type: z.literal("countersign:ready") })`,
    test: MESSAGES,
    only: "of any other form is none",
  },
  {
    name: "widgets: the height stays within its limits",
    file: PROTOCOL,
    find: `Math.min(WIDGET_HEIGHT_PX.max, Math.max(WIDGET_HEIGHT_PX.min, Math.ceil(px)))`,
    replace: `Math.ceil(px)`,
    test: MESSAGES,
    only: "says that it is ready, or its height",
  },
  {
    name: "widgets: the tool's reference is evidence",
    file: "packages/server/src/store/statements/setting-evidence.ts",
    find: `"reject_reasons", "widget", `,
    replace: `"reject_reasons", `,
    test: CONTRACT,
    only: "G56 a document that was changed in the database",
  },
];
