import type { ModelTool } from "../model-port.ts";
import { changeFile, readFileFirst } from "./change-file.ts";
import type { WantedChange } from "./change-request.ts";
import { changeElement, findElement, readElement } from "./change-element.ts";
import { knownTool } from "./tool-words.ts";
import type { Done, Step, StepResult } from "./step.ts";

/** Takes the next step of a change: the first step if `before` is undefined, otherwise the one that follows it. */
export function makeChange(
  change: WantedChange,
  tools: readonly ModelTool[],
  before?: { step: Step; results: readonly StepResult[] },
): Done {
  const known = tools.map(knownTool);
  if (change.of === "file") return before ? changeFile(change, known, before.results) : readFileFirst(change, known);
  if (!before) return findElement(change, known);
  return before.step === "find" ? readElement(change, known, before.results) : changeElement(change, known, before.results);
}
