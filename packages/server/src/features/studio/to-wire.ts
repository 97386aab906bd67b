import type {
  Json,
  JsonObject,
  Risk,
  StudioDraft,
  StudioRun,
  StudioSummary,
  StudioTool,
  StudioVersion,
} from "@countersign/protocol";
import { rateDraft } from "../../core/studio-tool.ts";
import type { StudioRunRow, StudioToolRow, StudioVersionRow } from "../../store/statements/studio.ts";

export const draftOf = ({ draft }: { draft: string }): StudioDraft => JSON.parse(draft) as StudioDraft;

export function toSummary(row: StudioToolRow): StudioSummary {
  const draft = draftOf(row);
  return {
    name: row.name,
    title: draft.title,
    level: rateDraft(row.name, draft.access).risk as Risk,
    tested: row.passedRunId !== null,
    published:
      row.publishedVersion === null
        ? null
        : {
            version: row.publishedVersion,
            publishedAt: row.publishedAt!.toISOString(),
            publishedBy: row.publishedName ?? "",
            isDraft: row.publishedDraft === row.draft,
          },
    draftVersion: row.draftVersion,
    updatedAt: row.updatedAt.toISOString(),
    updatedBy: row.updatedName,
  };
}

export function toStudioTool(row: StudioToolRow): StudioTool {
  const draft = draftOf(row);
  return { ...toSummary(row), draft, draftHash: row.draftHash, levelReasons: rateDraft(row.name, draft.access).reasons };
}

export const toRun = (row: StudioRunRow, draftHash: string): StudioRun => ({
  id: row.id,
  ok: row.ok,
  input: JSON.parse(row.input) as JsonObject,
  output: row.output === null ? null : (JSON.parse(row.output) as Json),
  error: row.error === null ? null : (JSON.parse(row.error) as StudioRun["error"]),
  logs: JSON.parse(row.logs) as StudioRun["logs"],
  requests: JSON.parse(row.requests) as StudioRun["requests"],
  durationMs: row.durationMs,
  draftHash: row.draftHash,
  isDraft: row.draftHash === draftHash,
  at: row.at.toISOString(),
  by: row.byName,
});

export const toVersion = (row: StudioVersionRow): StudioVersion => ({
  version: row.version,
  draft: draftOf(row),
  draftHash: row.draftHash,
  definitionHash: row.definitionHash,
  runId: row.runId,
  publishedAt: row.publishedAt.toISOString(),
  publishedBy: row.publishedName,
});
