import type { Action, Json } from "@countersign/protocol";
import { isObject } from "../../ui/diff/json.ts";
import { lookAlikes, type LookAlike } from "../../ui/look-alikes.ts";

/** A look-alike and the place it stands at, as people name it. */
export interface FoundLookAlike extends LookAlike {
  place: string;
}

/** Every look-alike in what an agent chose: the input with its keys, the target, its own name. Each word once. */
export function findLookAlikes(action: Pick<Action, "effectiveInput" | "target" | "proposedBy">): FoundLookAlike[] {
  const found = new Map<string, FoundLookAlike>();
  const read = (text: string, place: string): void => {
    for (const one of lookAlikes(text)) if (!found.has(one.word)) found.set(one.word, { ...one, place });
  };
  const walk = (value: Json, place: string): void => {
    if (typeof value === "string") read(value, place);
    else if (Array.isArray(value)) value.forEach((item, index) => walk(item, `${place} › ${index + 1}`));
    else if (isObject(value)) {
      for (const [name, item] of Object.entries(value)) {
        const inside = place === "" ? name : `${place} › ${name}`;
        read(name, inside);
        walk(item, inside);
      }
    }
  };
  walk(action.effectiveInput, "");
  if (action.target !== null) read(action.target, "the target");
  read(action.proposedBy.name, "the agent's name");
  return [...found.values()];
}
