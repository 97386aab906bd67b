import type {
  CreateStudioTool,
  PublishStudioTool,
  RunStudioTool,
  SaveStudioDraft,
  StudioPublication,
  StudioRun,
  StudioSummary,
  StudioTool,
  StudioVersion,
} from "@countersign/protocol";
import { hasRole, type Principal } from "../../core/principal.ts";
import { refuse, type Result } from "../../core/refusal.ts";

/** What an administrator writes, tests and publishes in the Tool Studio. */
export interface StudioAdmin {
  list(by: Principal): Promise<Result<StudioSummary[]>>;
  find(by: Principal, name: string): Promise<Result<StudioTool>>;
  create(by: Principal, request: CreateStudioTool): Promise<Result<StudioTool>>;
  save(by: Principal, name: string, request: SaveStudioDraft): Promise<Result<StudioTool>>;
  /** Removes a draft that was never published. */
  remove(by: Principal, name: string): Promise<Result<{ name: string }>>;
  /** Runs the draft once in its sandbox and records the run. */
  run(by: Principal, name: string, request: RunStudioTool, signal: AbortSignal): Promise<Result<StudioRun>>;
  /** Newest first. */
  runs(by: Principal, name: string): Promise<Result<StudioRun[]>>;
  publication(by: Principal, name: string): Promise<Result<StudioPublication>>;
  publish(by: Principal, name: string, request: PublishStudioTool): Promise<Result<StudioTool>>;
  retire(by: Principal, name: string): Promise<Result<StudioTool>>;
  /** Newest first. */
  versions(by: Principal, name: string): Promise<Result<StudioVersion[]>>;
  /** Makes an older version the draft, which must be tested and published like every draft. */
  restore(by: Principal, name: string, version: number, draftVersion: number): Promise<Result<StudioTool>>;
}

/** A tool's source reveals where and how it connects, which people who only decide do not need to know. */
export const refuseOthers = (by: Principal): Result<never> | undefined =>
  hasRole(by, "admin") ? undefined : refuse("FORBIDDEN", "Only an administrator can use the Tool Studio.");
