import type { ConnectionTestResult } from "@countersign/protocol";
import type { Log } from "../../ports/log.ts";
import type { ConnectionRow } from "../../store/statements/connections.ts";
import { describeFault, faultOfError } from "../connectors/service-fault.ts";
import { ConnectionProblem, openRow, type OpenDeps } from "./open-row.ts";

const TEST_MS = 20_000;

/** Asks the service for the signed-in account. Returns faults instead of throwing them, with credentials masked. */
export async function testConnection(
  deps: OpenDeps,
  row: ConnectionRow,
  signal: AbortSignal,
  log: Log,
): Promise<ConnectionTestResult> {
  const failed = (code: string, message: string): ConnectionTestResult => ({ ok: false, as: null, code, message });
  try {
    const { connector, open, mask } = await openRow(deps, row);
    try {
      const answer = await connector.test(open, AbortSignal.any([signal, AbortSignal.timeout(TEST_MS)]));
      return answer.ok
        ? { ok: true, as: mask(answer.as), code: null, message: null }
        : failed(answer.code, mask(answer.message));
    } catch (error) {
      if (error instanceof ConnectionProblem) throw error;
      const fault = faultOfError(error);
      log("info", "a connection's test failed", { connection: row.id, kind: fault.kind });
      return failed(fault.kind, mask(describeFault(connector.title, fault)));
    }
  } catch (error) {
    if (error instanceof ConnectionProblem) return failed("settings", error.message);
    throw error;
  }
}
