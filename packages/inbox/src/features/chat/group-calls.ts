import type { ChatCall } from "@countersign/protocol";

type WidgetOf<K extends string> = Extract<NonNullable<ChatCall["widget"]>, { kind: K }>;

/** A part that is drawn below a message for its calls. */
export type CallPart =
  | { kind: "line"; call: ChatCall }
  | { kind: "proposals"; actionIds: string[] }
  | { kind: "table"; call: ChatCall; widget: WidgetOf<"table"> }
  | { kind: "element"; call: ChatCall; widget: WidgetOf<"element"> }
  | { kind: "checkpoint"; widget: WidgetOf<"checkpoint"> };

/** Groups calls in their order. All proposals of a message are one part, at the position of the first proposal. */
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
    else if (widget?.kind === "checkpoint") parts.push({ kind: "checkpoint", widget });
    else parts.push({ kind: "line", call });
  }
  return parts;
}
