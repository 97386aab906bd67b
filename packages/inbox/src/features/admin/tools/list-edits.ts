import type { ChangeTools, Problem, Tool } from "@countersign/protocol";
import { draftOfTool, readToolDraft, type ToolDraft } from "./tool-draft.ts";

/** Settings that the list can change; the others are on the tool's own page. */
export type ListDraft = Pick<ToolDraft, "alias" | "approval" | "risk" | "groups">;
const FIELDS: readonly (keyof ListDraft)[] = ["alias", "approval", "risk", "groups"];

/** Unsaved settings by the tool's name. */
export type ListEdits = ReadonlyMap<string, Partial<ListDraft>>;
/** Error messages by the name of their field. A message about no single field is under `""`. */
export type Faults = ReadonlyMap<string, string>;

export const draftOf = (tool: Tool, edits: ListEdits): ToolDraft => ({ ...draftOfTool(tool), ...edits.get(tool.name) });

/** Applies the same change to some tools. `part` gets what each of them would have without it. */
export function editEach(edits: ListEdits, tools: readonly Tool[], part: (draft: ToolDraft) => Partial<ListDraft>): ListEdits {
  const next = new Map(edits);
  for (const tool of tools) next.set(tool.name, { ...next.get(tool.name), ...part(draftOf(tool, edits)) });
  return next;
}

export const addTo =
  (group: string) =>
  ({ groups }: ToolDraft): Partial<ListDraft> =>
    groups.some((one) => one.group === group) ? {} : { groups: [...groups, { group, approval: null }] };

export const takeOutOf =
  (group: string) =>
  ({ groups }: ToolDraft): Partial<ListDraft> => ({ groups: groups.filter((one) => one.group !== group) });

/** A tool that is edited, with the settings to send, or with what is wrong with them. */
type Read = { tool: Tool } & ReturnType<typeof readToolDraft>;

/** Returns the tools whose settings differ from what is stored now, in the order of the list. */
export function readEdits(tools: readonly Tool[], edits: ListEdits): Read[] {
  return tools
    .filter(({ name }) => edits.has(name))
    .map((tool) => ({ tool, ...readToolDraft(draftOf(tool, edits), draftOfTool(tool)) }))
    .filter((read) => !read.ok || Object.keys(read.settings).length > 0);
}

export const changesOf = (read: readonly Read[]): ChangeTools["tools"] =>
  read.flatMap((one) => (one.ok ? [{ name: one.tool.name, ...one.settings }] : []));

/** Returns the faults found before anything is sent, by tool. */
export const ownFaults = (read: readonly Read[]): ReadonlyMap<string, Faults> =>
  new Map(read.flatMap((one) => (one.ok ? [] : [[one.tool.name, one.faults] as const])));

/** Groups the server's faults by tool; `sent` are the names in the order of the request. Faults of no tool are under `""`. */
export function serverFaults(problem: Problem | null | undefined, sent: readonly string[]): ReadonlyMap<string, Faults> {
  const faults = new Map<string, Map<string, string>>();
  for (const { path, message } of problem?.errors ?? []) {
    const [list, n = "", field = ""] = path.split("/").slice(1);
    const name = list === "tools" ? sent[Number(n)] : undefined;
    const known = name !== undefined && FIELDS.some((one) => one === field);
    const of = faults.get(name ?? "") ?? new Map<string, string>();
    const key = known ? field : "";
    of.set(key, [of.get(key), message].filter(Boolean).join("\n"));
    faults.set(name ?? "", of);
  }
  return faults;
}
