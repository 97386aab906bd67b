import type { Json } from "@countersign/protocol";

/** `JSON.parse`, with undefined for text that is not JSON. What a person decides on is read by `readJson` instead. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
