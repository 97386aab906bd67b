import type { Problem } from "@countersign/protocol";
import { WHOLE } from "./input-form/edit-draft.ts";

/**
 * Groups the server's faults by field, `approvalWhen` for `/approvalWhen`; a field may be deeper, such as `rules/0/name`. Faults
 * of no field of the form are under `""`.
 */
export function fieldFaults(problem: Problem | null | undefined, fields: readonly string[]): ReadonlyMap<string, string> {
  const faults = new Map<string, string>();
  for (const { path, message } of problem?.errors ?? []) {
    const parts = path.split("/").slice(1);
    const name = parts.map((_, n) => parts.slice(0, parts.length - n).join("/")).find((one) => fields.includes(one)) ?? "";
    const line = name === "" && path !== "" ? `${path}: ${message}` : message;
    faults.set(name, faults.has(name) ? `${faults.get(name)}\n${line}` : line);
  }
  return faults;
}

/** Groups the server's faults by input key; faults of no known key are under `WHOLE`. */
export function editFaults(errors: NonNullable<Problem["errors"]>, names: readonly string[]): Map<string, string> {
  const faults = new Map<string, string>();
  for (const { path, message } of errors) {
    const [first = "", ...rest] = path
      .replace(/^\/userEdits(?=\/|$)/, "")
      .replace(/^\//, "")
      .split("/")
      .map(unescapePointer);
    const known = names.includes(first);
    const place = known ? rest.join(" › ") : [first, ...rest].filter(Boolean).join(" › ");
    const name = known ? first : WHOLE;
    const line = place === "" ? message : `${place}: ${message}`;
    faults.set(name, faults.has(name) ? `${faults.get(name)}\n${line}` : line);
  }
  return faults;
}

const unescapePointer = (part: string): string => part.replaceAll("~1", "/").replaceAll("~0", "~");
