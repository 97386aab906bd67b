import { z } from "zod";
import { text, type Json, type JsonObject } from "./json.ts";
import type { ContentField } from "./content.ts";

/** Largest widget in bytes of UTF-8. */
export const MAX_WIDGET_BYTES = 262_144;
/** Height of a widget's frame in CSS pixels: limits, and the default until the widget reports one. */
export const WIDGET_HEIGHT_PX = { min: 40, max: 2000, default: 240 } as const;

/** A source or stylesheet outside of the document. The policy of the frame blocks these; this only finds the common mistake. */
const OUTSIDE =
  /<(script|link|img|iframe|source|audio|video|object|embed)\b[^>]*?\s(?:src|href|srcset|data)\s*=\s*["']?\s*(?!data:|blob:|#)([^"'\s>]+)/i;
const IMPORTED = /@import\s+(?:url\()?\s*["']?([^"')\s;]+)/i;

/** Says what keeps a widget from working in its frame; undefined if nothing was found. */
export function findWidgetFault(html: string): string | undefined {
  const bytes = new TextEncoder().encode(html).length;
  if (bytes > MAX_WIDGET_BYTES) return `has ${bytes} bytes; at most ${MAX_WIDGET_BYTES} are allowed`;
  const outside = OUTSIDE.exec(html);
  const from = outside?.[2] ?? IMPORTED.exec(html)?.[1];
  if (from === undefined) return undefined;
  const what = outside ? `<${outside[1]?.toLowerCase() ?? ""}>` : "@import";
  return `loads ${from.slice(0, 100)} with ${what}; a widget loads nothing: write scripts and styles into the document, and images as data: URLs`;
}

/** A tool's own drawing of its proposals: one self-contained HTML document that the inbox shows in a sandboxed frame. */
export const toolWidgetSchema = z.strictObject({
  html: text(MAX_WIDGET_BYTES)
    .min(1)
    .superRefine((html, context) => {
      const fault = findWidgetFault(html);
      if (fault !== undefined) context.addIssue({ code: "custom", message: fault });
    })
    .describe("One HTML document with its scripts and styles, at most 256 KiB; it loads nothing"),
  height: z
    .number()
    .int()
    .min(WIDGET_HEIGHT_PX.min)
    .max(WIDGET_HEIGHT_PX.max)
    .optional()
    .describe("Height in CSS pixels until the widget reports its own; default 240"),
});
export type ToolWidget = z.infer<typeof toolWidgetSchema>;

/** What the frame of a widget needs, as told with an action of its tool. */
export const shownWidgetSchema = z.object({
  sha256: z.string().describe("Names the document at `/api/widgets/{sha256}`"),
  height: z.number().int(),
  toolTitle: z.string().describe("Title of the tool, or its name"),
});
export type ShownWidget = z.infer<typeof shownWidgetSchema>;

/** Message from the inbox to a widget: what to draw. Sent after `countersign:ready` and again whenever a value changes. */
export interface WidgetShow {
  type: "countersign:show";
  version: 1;
  toolName: string;
  /** The call's arguments as they would run. */
  input?: JsonObject;
  target: string | null;
  /** As `describe` returned them; null for none. */
  current: Json;
  proposed: Json;
  /** The declared fields; empty if there are none. */
  fields: readonly ContentField[];
  /** Language of the inbox, such as `en`. */
  locale: string;
  colorScheme: "light" | "dark";
  /** Size of the reader's text; 1 is the browser's default of 16 px. */
  textScale: number;
}

/** Messages from a widget to the inbox. There are no others, so a widget cannot decide anything. */
export const widgetMessageSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("countersign:ready") }),
  z.strictObject({
    type: z.literal("countersign:height"),
    px: z.number().transform((px) => Math.min(WIDGET_HEIGHT_PX.max, Math.max(WIDGET_HEIGHT_PX.min, Math.ceil(px)))),
  }),
]);
export type WidgetMessage = z.infer<typeof widgetMessageSchema>;
