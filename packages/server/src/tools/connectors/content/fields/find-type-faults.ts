import type { ContentField, ContentType } from "@countersign/protocol";
import { runWithin } from "../../../../core/run-within.ts";
import { pointer, type Fault } from "./field-adapter.ts";

const NEEDS: Partial<Record<ContentField["kind"], keyof ContentField>> = {
  select: "options",
  multiselect: "options",
  blocks: "blocks",
};

/** Returns the faults of a definition that no value could be checked against. */
export function findTypeFaults({ kind, name, fields, languages }: ContentType): Fault[] {
  const builtIn: Record<string, readonly string[]> = {
    asset: ["asset"],
    tag: ["tag"],
    template: ["template"],
    document: ["page", "snippet", "email"],
  };
  const names = builtIn[kind];
  if (names && !names.includes(name)) return [{ path: "/name", message: `must be one of ${names.join(", ")}` }];
  if (!names && !/^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(name)) {
    return [{ path: "/name", message: "must be a letter, then letters, digits, `_` and `-`, at most 64" }];
  }
  const localised = fields.some((field) => field.localized === true);
  const faults =
    localised && languages.length === 0 ? [{ path: "/languages", message: "must name those of localised fields" }] : [];
  return [...faults, ...fieldFaults(fields, "/fields", true)];
}

function fieldFaults(fields: readonly ContentField[], path: string, mayHoldBlocks: boolean): Fault[] {
  return fields.flatMap((field, n) => {
    const at = `${path}${pointer(n)}`;
    const isAgain = fields.findIndex(({ name }) => name === field.name) < n;
    const needed = NEEDS[field.kind];
    const faults: Fault[] = [
      ...(isAgain ? [{ path: `${at}/name`, message: "is the name of another field" }] : []),
      ...(needed !== undefined && field[needed] === undefined
        ? [{ path: `${at}/${needed}`, message: `is required for a field of kind ${field.kind}` }]
        : []),
      ...(field.pattern !== undefined && !compiles(field.pattern)
        ? [{ path: `${at}/pattern`, message: "is not a regular expression" }]
        : []),
      ...(field.kind === "blocks" && !mayHoldBlocks ? [{ path: `${at}/kind`, message: "blocks cannot contain blocks" }] : []),
      ...(!mayHoldBlocks && field.localized === true
        ? [{ path: `${at}/localized`, message: "a field of a block cannot be localised; the list of blocks can" }]
        : []),
      ...(!mayHoldBlocks && ["id", "type"].includes(field.name)
        ? [{ path: `${at}/name`, message: "is a reserved key of blocks" }]
        : []),
    ];
    const inner = (field.blocks ?? []).flatMap((block, b) => fieldFaults(block.fields, `${at}/blocks/${b}/fields`, false));
    return [...faults, ...inner];
  });
}

function compiles(pattern: string): boolean {
  try {
    return runWithin(1000, () => void new RegExp(pattern, "u"));
  } catch {
    return false;
  }
}
