import type { ChatCall } from "@countersign/protocol";

type WidgetOf<K extends string> = Extract<NonNullable<ChatCall["widget"]>, { kind: K }>;

/** What is drawn below a message for the calls in it. */
export type CallPart =
  | { kind: "line"; call: ChatCall }
  | { kind: "proposals"; actionIds: string[] }
  | { kind: "table"; call: ChatCall; widget: WidgetOf<"table"> }
  | { kind: "element"; call: ChatCall; widget: WidgetOf<"element"> };

/** In the order of the calls; all that a message proposes stands together, where the first of it was proposed. */
export function groupCalls(calls: readonly ChatCall[]): CallPart[] {
  const parts: CallPart[] = [];
  let proposed: string[] | undefined;
  const propose = (ids: readonly string[]): void => {
    if (!proposed) parts.push({ kind: "proposals", actionIds: (proposed = []) });
    for (const id of ids) if (!proposed.includes(id)) proposed.push(id);
  };
  for (const call of calls) {
    const { widget } = call;
    if (widget?.kind === "proposal") propose([widget.actionId]);
    else if (widget?.kind === "proposals") propose(widget.actionIds);
    else if (widget?.kind === "table") parts.push({ kind: "table", call, widget });
    else if (widget?.kind === "element") parts.push({ kind: "element", call, widget });
    else parts.push({ kind: "line", call });
  }
  return parts;
}
