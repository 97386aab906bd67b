import type { Kysely } from "kysely";
import type { Schema } from "../../store/schema.ts";
import { appendChatMessage, type NewChatMessage } from "../../store/statements/chat-messages.ts";
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

/** Adds a message by the gate, for the person and the model. */
export const addNote = (write: Write, turn: number, text: string, about: readonly string[] = []): Promise<number> =>
  write((trx, at) =>
    appendChatMessage(trx, at, {
      ...GATE,
      turn,
      role: "note",
      text,
      status: "done",
      about: [...about],
    } satisfies NewChatMessage),
  );
