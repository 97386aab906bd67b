import { findConnection } from "../../store/statements/connections.ts";
import type { OnCallSchedules } from "../../ports/on-call.ts";
import { maskKnown } from "../../engine/secrets/known-secrets.ts";
import type { Mask } from "../../core/mask-secrets.ts";
import { describeFault, faultOfError, type ServiceFault } from "../connectors/service-fault.ts";
import { ConnectionProblem, openRow, type OpenDeps } from "./open-row.ts";

export function createOnCallSchedules(deps: OpenDeps): OnCallSchedules {
  const sources = [...deps.connectors.values()].flatMap(({ onCall, ...connector }) =>
    onCall ? [{ ...connector, onCall }] : [],
  );
  return {
    connectors: sources.map(({ name }) => name),
    pairOf(connector, stored) {
      const { onCall, settings } = sources.find(({ name }) => name === connector) ?? {};
      const parsed = settings?.safeParse(JSON.parse(stored));
      return onCall && parsed?.success ? onCall.teams(parsed.data) : undefined;
    },
    async read({ workspaceId, id, version }, at, signal) {
      const row = await findConnection(deps.database.kysely, workspaceId, id);
      if (!row?.enabled || row.version !== version) return undefined;
      try {
        const { connector, open, mask } = await openRow(deps, row);
        if (!connector.onCall) return undefined;
        return await connector.onCall.read(open, at, signal).then(
          (emails) => ({ emails }),
          (error: unknown) => {
            const fault = faultOfError(error);
            return { problem: wordsOf(connector.title, mask, fault), retryAfterSeconds: fault.retryAfterSeconds };
          },
        );
      } catch (error) {
        if (error instanceof ConnectionProblem) return { problem: error.message };
        throw error;
      }
    },
  };
}

const MAX_DETAILS = 300;

/** Masked before it is cut: a part of a secret would not be recognised. */
function wordsOf(title: string, mask: Mask, fault: ServiceFault): string {
  if (fault.kind !== "validation") return maskKnown(mask(describeFault(title, fault))).slice(0, 2 * MAX_DETAILS);
  const said = maskKnown(mask(fault.message)).slice(0, MAX_DETAILS);
  return `${title} returned no on-call schedule. Check the connection's settings.${said === "" ? "" : ` Details: ${said}`}`;
}
