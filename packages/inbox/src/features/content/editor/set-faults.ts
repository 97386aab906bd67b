import type { Problem } from "@countersign/protocol";
import { WHOLE } from "../../../ui/input-form/edit-draft.ts";
import { editFaults } from "../../../ui/field-faults.ts";

/** The server's faults by field of the element, those of no field under `""`. */
export function setFaults(problem: Problem | null | undefined, fields: readonly string[]): ReadonlyMap<string, string> {
  const errors = (problem?.errors ?? []).map(({ path, message }) => ({
    path: path.replace(/^\/(set|value)(?=\/|$)/, ""),
    message,
  }));
  const faults = editFaults(errors, [...fields, "tags"]);
  const whole = faults.get(WHOLE);
  if (whole !== undefined) faults.set("", whole);
  faults.delete(WHOLE);
  return faults;
}
