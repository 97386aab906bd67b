import type { Failure } from "@countersign/protocol";
import { isDatabaseFault } from "../../core/database-fault.ts";
import { AnsweredFailure, OutcomeUnknown, ToolFailure } from "../../ports/tool.ts";
import type { Ending } from "../../store/statements/finish-execution.ts";
import { endingResult, storableFailure, storableText } from "./lease.ts";
import type { Run } from "./run.ts";

/** Replaces a database's error message, which may hold values and means nothing to an agent. */
const REFUSED_STATEMENT = "The tool failed in this server's database. See the server's log.";

/** The ending of a run whose handler threw. */
export function toEnding(error: unknown, { cutOff, isLate }: Pick<Run, "cutOff" | "isLate">): Ending {
  if (error instanceof OutcomeUnknown) return { outcome: "lost", note: storableText(error.message) };
  const why = cutOff === "emergency" ? "stopped" : isLate ? "late" : "other";
  const failure = storableFailure(toFailure(error, why));
  if (!(error instanceof AnsweredFailure)) return { outcome: "failed", error: failure };
  return { outcome: "failed", error: failure, ...endingResult(error.result) };
}

function toFailure(error: unknown, why: "stopped" | "late" | "other"): Failure {
  if (why === "stopped") return { code: "timeout", message: "Cancelled by the emergency stop." };
  if (why === "late") return { code: "timeout", message: "The tool exceeded its time limit and was cancelled." };
  if (error instanceof ToolFailure) return { code: error.code, message: error.message };
  if (isDatabaseFault(error)) return { code: "handler", message: REFUSED_STATEMENT };
  return { code: "handler", message: error instanceof Error ? error.message : String(error) };
}
