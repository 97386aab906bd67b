import { hasRole, type Principal } from "../../core/principal.ts";
import { ok, refuse, type Result } from "../../core/refusal.ts";
import { InvalidInput, ToolFailure, type TransactionHandle } from "../../ports/tool.ts";
import type { Database } from "../../store/database.ts";
import type { ContentSource, Look } from "../../tools/connectors/content/content-source.ts";
import type { AssetFiles } from "../../tools/connectors/content/embedded/asset-files.ts";
import type { RenderTemplate } from "../../tools/connectors/content/templates/template-data.ts";

export interface ContentDeps {
  database: Database;
  handle: TransactionHandle;
  source: ContentSource;
  files: AssetFiles;
  render: RenderTemplate;
  /** Registers the content tools in a workspace that keeps content. */
  register(workspaceId: string): Promise<void>;
}

/** Folder rights apply to every person, whatever their role. */
export const lookOf = (by: Principal): Look => ({ workspaceId: by.workspaceId, by: { kind: "user", id: by.id } });

export const refuseStrangers = (by: Principal): Result<never> | undefined =>
  hasRole(by, "viewer") ? undefined : refuse("FORBIDDEN", "Agents read and change content with their tools.");
export const refuseViewers = (by: Principal): Result<never> | undefined =>
  hasRole(by, "approver") ? undefined : refuse("FORBIDDEN", "Only an approver or admin can change content.");
export const refuseNonAdmins = (by: Principal): Result<never> | undefined =>
  hasRole(by, "admin") ? undefined : refuse("FORBIDDEN", "Only an administrator can do this.");

export const notFound = (): Result<never> => refuse("NOT_FOUND", "There is no such element.");

/** Turns a `ToolFailure` of the shared code into a refusal; rethrows every other error. */
export async function answer<T>(work: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await work());
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    if (error.code === "forbidden") return refuse("FORBIDDEN", error.message);
    const errors = [...error.faults];
    return refuse("INVALID_INPUT", errors[0]?.message ?? error.message, { errors });
  }
}

export const invalid = (path: string, message: string): InvalidInput => new InvalidInput([{ path, message }]);
