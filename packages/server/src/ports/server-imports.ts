import type { ImportSettings, SettingsImport } from "@countersign/protocol";
import type { Principal } from "../core/principal.ts";
import type { Result } from "../core/refusal.ts";

/** Changes which servers are in the configuration file. Its callers prove that the person may run programs on this machine. */
export interface ServerImports {
  /** Tells what an import would write. */
  preview(request: ImportSettings): Promise<Result<SettingsImport>>;
  write(by: Principal, request: ImportSettings): Promise<Result<SettingsImport>>;
  remove(by: Principal, name: string): Promise<Result<{ name: string }>>;
}
