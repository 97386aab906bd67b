import { randomUUID } from "node:crypto";
import type { Json, JsonObject } from "@countersign/protocol";
import {
  OutcomeUnknown,
  ToolFailure,
  type Described,
  type ExecutionContext,
  type ServerTool,
  type TransactionHandle,
} from "../../src/ports/tool.ts";
import type { Connector, OpenConnection } from "../../src/tools/connectors/connector.ts";
import { nameFaults } from "../../src/tools/connectors/name-faults.ts";
import { createCheckedNetwork } from "../../src/tools/connections/checked-fetch.ts";
import { openSockets } from "../../src/tools/connections/checked-sockets.ts";
import { never } from "../support/never.ts";

/** The server's network. Tests allow private addresses because the fakes run on this machine. */
const network = createCheckedNetwork();

/** A connection as the server opens it, without a database: replaced credentials are stored in the returned object. */
export function openConnection<C, S>(
  connector: Connector<C, S>,
  settings: unknown,
  credentials: unknown,
): OpenConnection<C, S> {
  const open: OpenConnection<C, S> = {
    id: `con_${randomUUID()}`,
    workspaceId: "ws_test",
    name: "test",
    settings: connector.settings.parse(settings),
    credentials: connector.credentials.parse(credentials),
    replaceCredentials: async (next) => {
      open.credentials = next;
      return next;
    },
    fetch: network.fetch(true),
    resolve: network.resolve(true),
    sockets: () => openSockets(true),
  };
  return open;
}

/** A tool of the connection, with its faults named as on the gate. Throws if there is none of this name. */
export function toolOf<C, S>(connector: Connector<C, S>, open: OpenConnection<C, S>, name: string): ServerTool {
  const tool = connector.tools(open).find(({ definition }) => definition.name === name);
  if (!tool) throw new Error(`${connector.name} brings no ${name}`);
  return nameFaults(connector.title, tool);
}

export type Ran =
  | { ended: "executed"; result: Json }
  | { ended: "failed"; error: ToolFailure }
  | { ended: "unknown"; words: string };

export interface RunOptions {
  actionId?: string;
  attempt?: number;
  /** Ends the attempt; nothing does by default. */
  signal?: AbortSignal;
  transaction?: TransactionHandle;
}

const firstDescribed = new Map<string, Described>();

/** One attempt as the executor makes it: look up what an earlier attempt did, compare the target, run. */
export async function attempt(tool: ServerTool, input: JsonObject, options: RunOptions = {}): Promise<Ran> {
  const { actionId = randomUUID(), attempt: number = 1, signal = never, transaction } = options;
  const scope = { workspaceId: "ws_test" };
  // An action is described once, at its proposal.
  const described = firstDescribed.get(actionId) ?? (await tool.describe(input, scope));
  firstDescribed.set(actionId, described);
  const context: ExecutionContext = {
    ...scope,
    proposedBy: { kind: "agent", id: "agent" },
    approvedBy: ["approver"],
    actionId,
    idempotencyKey: `act_${actionId}`,
    attempt: number,
    target: described.target ?? null,
    snapshot: described.snapshot ?? null,
    signal,
    ...(transaction && { transaction }),
  };
  try {
    if (tool.definition.effect === "reconcilable" && number > 1) {
      const earlier = await tool.lookup?.(input, context);
      if (earlier?.happened === true) return { ended: "executed", result: earlier.result };
      if (earlier?.happened !== false) return { ended: "unknown", words: "the look-up could not tell" };
    }
    return { ended: "executed", result: await tool.execute(input, context) };
  } catch (error) {
    if (error instanceof OutcomeUnknown) return { ended: "unknown", words: error.message };
    if (error instanceof ToolFailure) return { ended: "failed", error };
    throw error;
  }
}
