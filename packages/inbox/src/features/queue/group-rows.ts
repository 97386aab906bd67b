import type { ActionPage, ActionSummary } from "@countersign/protocol";

export type GroupBy = "batch" | "mission" | "tool";
export type QueueLine =
  | { kind: "row"; key: string; row: ActionSummary }
  | { kind: "heading"; key: string; name: string | null; isContinued: boolean; rows: ActionSummary[] };

const NAME_OF = {
  batch: (row) => row.batchId,
  mission: (row) => row.missionId,
  tool: (row) => row.toolName,
} as const satisfies Record<GroupBy, (row: ActionSummary) => string | null>;

export const toLines = (rows: readonly ActionSummary[]): QueueLine[] => rows.map((row) => ({ kind: "row", key: row.id, row }));

/**
 * Rows under a heading per group, groups in the order of their first row. A later page adds nothing above what is already
 * shown: it continues the last group or begins new ones, so that nothing moves while more pages load.
 */
export function groupRows(pages: readonly ActionPage[], by: GroupBy): QueueLine[] {
  const nameOf = NAME_OF[by];
  const blocks: Extract<QueueLine, { kind: "heading" }>[] = [];
  const seen = new Set<string | null>();
  for (const { items } of pages) {
    const groups = groupBy(items, nameOf);
    const last = blocks.at(-1);
    if (last) {
      last.rows.push(...(groups.get(last.name) ?? []));
      groups.delete(last.name);
    }
    for (const [name, rows] of groups) {
      blocks.push({ kind: "heading", key: `group ${blocks.length}`, name, isContinued: seen.has(name), rows });
      seen.add(name);
    }
  }
  return blocks.flatMap((block) => [block, ...toLines(block.rows)]);
}

function groupBy(rows: readonly ActionSummary[], nameOf: (row: ActionSummary) => string | null) {
  const groups = new Map<string | null, ActionSummary[]>();
  for (const row of rows) {
    const known = groups.get(nameOf(row));
    if (known) known.push(row);
    else groups.set(nameOf(row), [row]);
  }
  return groups;
}
