import { contentPreviewSchema, contentStateSchema, type Action, type Json, type WidgetShow } from "@countersign/protocol";

/** How the reader sees the inbox. */
export type Surroundings = Pick<WidgetShow, "locale" | "colorScheme" | "textScale">;

/** The message that tells a tool's drawing what to draw, with the values as the tool's `describe` returned them. */
export function widgetShow(action: Action, surroundings: Surroundings): WidgetShow {
  const content = contentPreviewSchema.safeParse(action.preview["content"]).data;
  const valueOf = (state: Json): Json =>
    content === undefined ? state : (contentStateSchema.safeParse(state).data?.value ?? null);
  return {
    type: "countersign:show",
    version: 1,
    toolName: action.toolName,
    input: action.effectiveInput,
    target: action.target,
    current: valueOf(action.current),
    proposed: valueOf(action.proposed),
    fields: content?.fields ?? [],
    ...surroundings,
  };
}
