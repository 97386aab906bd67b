import type { Outcome } from "@countersign/protocol";
import type { Kysely } from "kysely";
import type { Schema } from "../../store/schema.ts";
import {
  appendChatMessage,
  changeChatCall,
  changeChatMessage,
  type ChatCallRow,
  type NewChatMessage,
} from "../../store/statements/chat-messages.ts";
import { touchTurn, type HeldTurn } from "../../store/statements/chat-turns.ts";
import type { ChatDeps } from "./chat-deps.ts";

/** Another process took over the turn, or it was ended; this process must not write for it any more. */
export class TurnLost extends Error {
  constructor() {
    super("the turn is not this process's any more");
    this.name = "TurnLost";
  }
}

export type Write = <T>(
  change: (trx: Kysely<Schema>, at: { workspaceId: string; sessionId: string; rev: number }) => Promise<T>,
  used?: Parameters<typeof touchTurn>[2],
) => Promise<T>;

/** Writes for a turn, only while this process holds it, with a new revision of the session. Then notifies listeners. */
export function writerOf({ database, live }: Pick<ChatDeps, "database" | "live">, turn: HeldTurn): Write {
  const { workspaceId, sessionId } = turn;
  return async (change, used) => {
    const value = await database.kysely.transaction().execute(async (trx) => {
      const touched = await touchTurn(trx, turn, used);
      if (!touched) throw new TurnLost();
      return change(trx, { workspaceId, sessionId, rev: touched.rev });
    });
    live.tellChange(workspaceId, sessionId);
    return value;
  };
}

const GATE = { byKind: "system", byId: "system", byName: "Countersign" } as const;

const noteOf = (turn: number, text: string, about: readonly string[]): NewChatMessage => ({
  ...GATE,
  turn,
  role: "note",
  text,
  status: "done",
  about: [...about],
});

/** Adds a message by the gate, for the person and the model. */
export const addNote = (write: Write, turn: number, text: string, about: readonly string[] = []): Promise<number> =>
  write((trx, at) => appendChatMessage(trx, at, noteOf(turn, text, about)));

/** A call that the model knows as waiting, and how it ended. */
export interface EndedCall {
  call: ChatCallRow;
  outcome: Outcome;
  actionIds: string[];
}

/** Stores how calls ended, and tells it to the model in one note. */
export async function tellEnds(
  trx: Kysely<Schema>,
  at: { workspaceId: string; sessionId: string; rev: number },
  turn: number,
  ends: readonly EndedCall[],
): Promise<void> {
  for (const { call, outcome, actionIds } of ends) {
    await changeChatCall(trx, call, { state: "told", outcome: JSON.stringify(outcome), actionIds });
    await changeChatMessage(trx, call, { rev: at.rev });
  }
  const lines = ends.map(({ call, outcome }) => JSON.stringify({ call: call.callId, tool: call.toolName, outcome }));
  const about = ends.flatMap(({ actionIds }) => actionIds);
  await appendChatMessage(trx, at, noteOf(turn, `People have decided in the meantime:\n${lines.join("\n")}`, about));
}
