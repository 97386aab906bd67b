import type { Json, JsonObject, Outcome } from "@countersign/protocol";
import type { GatewayTool } from "../../core/gateway-tool.ts";
import type { ModelTool } from "./models/model-port.ts";

/** Describes a tool of the gate to a model. */
export const describeTool = ({ exposedName, title, description, inputSchema, approval }: GatewayTool): ModelTool => ({
  name: exposedName,
  title,
  description,
  inputSchema,
  runsAtOnce: approval === "never",
});

/** Returns the ids of an outcome's actions, in order. */
export function actionIdsOf({ pendingActionId, proposalIds = [], items = [] }: Outcome): string[] {
  if (pendingActionId !== null) return [pendingActionId];
  const others = items.flatMap(({ pendingActionId: id }) => id ?? []);
  return [...proposalIds, ...others.filter((id) => !proposalIds.includes(id))];
}

/** Replaces U+0000, the only character that PostgreSQL cannot store; a model may output any character. */
export const keepable = (text: string): string => text.replaceAll("\u0000", "\ufffd");

/** Formats an outcome for a model: JSON, equal to the outcome on every other channel. */
export const tellOutcome = (outcome: Outcome): string => JSON.stringify(outcome);

/** Truncates at the limit and says so: a model must not mistake a part for the whole. */
export function cutResult(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most)}\n[Truncated: ${text.length} characters, of which ${most} are shown. Request less at once.]`;
}

const MAX_ROWS = 50;
const MAX_COLUMNS = 12;

type Widget = JsonObject & { kind: "proposal" | "proposals" | "table" | "element" };

/** Chooses the widget that the page shows for a call. The model cannot influence this. */
export function widgetOf(outcome: Outcome, isReadOnly: boolean): Widget | null {
  const ids = actionIdsOf(outcome);
  if (ids.length === 1) return { kind: "proposal", actionId: ids[0]! };
  if (ids.length > 1) return { kind: "proposals", actionIds: ids };
  return isReadOnly ? (tableOf(outcome.result ?? null) ?? elementOf(outcome.result ?? null)) : null;
}

function tableOf(result: Json): Widget | null {
  const list = Array.isArray(result) ? result : listIn(result);
  if (!list || list.length === 0 || !list.every(isPlain)) return null;
  const columns = [...new Set(list.flatMap((row) => Object.keys(row)))].slice(0, MAX_COLUMNS);
  const rows = list.slice(0, MAX_ROWS).map((row) => columns.map((column) => row[column] ?? null));
  return { kind: "table", columns, rows, more: list.length - rows.length };
}

/** Returns the only list in a result such as `{items: […], nextCursor}`. */
function listIn(result: Json): Json[] | undefined {
  if (!isPlain(result)) return undefined;
  const lists = Object.values(result).filter((value) => Array.isArray(value));
  return lists.length === 1 ? lists[0] : undefined;
}

const isPlain = (value: Json): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value);

function elementOf(result: Json): Widget | null {
  if (!isPlain(result)) return null;
  const { id, path, kind, revision } = result;
  const isElement =
    typeof id === "string" && typeof path === "string" && typeof kind === "string" && typeof revision === "number";
  return isElement ? { kind: "element", elementId: id, path } : null;
}
