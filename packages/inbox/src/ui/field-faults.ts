import type { Problem } from "@countersign/protocol";

/** The server's faults by field, `approvalWhen` for `/approvalWhen`; what belongs to no field of the form is under `""`. */
export function fieldFaults(problem: Problem | null | undefined, fields: readonly string[]): ReadonlyMap<string, string> {
  const faults = new Map<string, string>();
  for (const { path, message } of problem?.errors ?? []) {
    const [, first = ""] = path.split("/");
    const name = fields.includes(first) ? first : "";
    const line = name === "" && path !== "" ? `${path}: ${message}` : message;
    faults.set(name, faults.has(name) ? `${faults.get(name)}\n${line}` : line);
  }
  return faults;
}
