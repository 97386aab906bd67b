import { GENESIS } from "../core/audit-chain.ts";
import type { AuditReport } from "@countersign/protocol";
import type { AuditPosition, AuditProgress } from "../engine/records/verify-audit.ts";
import { CliFault, EXIT } from "./exit.ts";
import { renderForTerminal } from "./render-for-terminal.ts";
import type { Terminal } from "./terminal.ts";

/** Milliseconds between updates of the progress line. */
const TELL_MS = 500;

export interface VerificationWatch {
  onProgress(progress: AuditProgress): void;
  /** Hint for resuming after what was read last; undefined before the first page. */
  howToGoOn(): string | undefined;
  end(): void;
}

/** Shows a verification's progress on a terminal. Ctrl-C ends it between two pages and prints how to resume. */
export function watchVerification(terminal: Terminal, from?: string): VerificationWatch {
  let last: AuditProgress | undefined;
  let toldAt = 0;
  let isInterrupted = false;
  const interrupt = (): void => void (isInterrupted = true);
  process.on("SIGINT", interrupt);
  const howToGoOn = (): string | undefined => {
    const position = last ? writePosition(last.position) : from;
    return position === undefined ? undefined : `Continue with: countersign audit verify --from ${position}`;
  };
  return {
    howToGoOn,
    onProgress(progress) {
      last = progress;
      const { step, done, of, faults } = progress;
      if (terminal.interactive && performance.now() - toldAt > TELL_MS) {
        toldAt = performance.now();
        terminal.writeError(`\r${done} of ${of} ${step}, ${faults.length} faults `);
      }
      if (!isInterrupted) return;
      for (const fault of faults) terminal.writeError(`\nfault ${renderForTerminal(faultWords(fault), { form: "line" })}`);
      throw new CliFault(EXIT.refused, `\nInterrupted after ${done} of ${of} ${step}; the rest was not verified.`, howToGoOn());
    },
    end() {
      process.off("SIGINT", interrupt);
      if (terminal.interactive && last) terminal.writeError("\n");
    },
  };
}

/** Formats a fault as one line; render it for the terminal before printing. */
export function faultWords({ seq, actionId, setting, problem }: AuditReport["faults"][number]): string {
  const about = [...(actionId === undefined ? [] : [`action ${actionId}`]), ...(setting === undefined ? [] : [setting])];
  return `${[seq === 0 ? "no event" : `event ${seq}`, ...about].join(", ")}: ${problem}`;
}

const writePosition = ({ workspaceId, seq, hash, actionId }: AuditPosition): string =>
  [encodeURIComponent(workspaceId), seq, hash, encodeURIComponent(actionId)].join("/");

/** Parses a position printed by an interrupted verification. Throws a `CliFault` for other text. */
export function readPosition(text: string): AuditPosition {
  const found = /^([^/]+)\/(\d{1,15})\/([0-9a-f]{64})\/([^/]*)$/.exec(text);
  if (!found || (found[2] === "0" && found[3] !== GENESIS))
    throw new CliFault(EXIT.usage, "--from takes the position that an interrupted `countersign audit verify` printed.");
  const [, workspaceId = "", seq, hash = "", actionId = ""] = found;
  return { workspaceId: decodeURIComponent(workspaceId), seq: Number(seq), hash, actionId: decodeURIComponent(actionId) };
}
