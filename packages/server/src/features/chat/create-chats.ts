import type { Chats } from "./chats.ts";
import type { Principal } from "../../core/principal.ts";
import { appendChatMessage, findMessageByKey } from "../../store/statements/chat-messages.ts";
import { agentNow, createChatAgents } from "./agents.ts";
import { CHAT_SETTINGS, type ChatDeps, type ChatSettings } from "./chat-deps.ts";
import { createLiveChats } from "./live-chats.ts";
import { createRefine, personOf } from "./refine.ts";
import { createSessions, findOwn, readSession, titleOf } from "./sessions.ts";
import { createTurns } from "./turns.ts";

export interface RunningChats extends Chats {
  /** Resumes a workspace's turns that wait or whose process died, now and whenever something changes. */
  serve(workspaceId: string): void;
  /** Releases the workspace's turns of this process; whoever serves it next resumes them. */
  leave(workspaceId: string): Promise<void>;
  /** Checks for such turns once, immediately. */
  look(workspaceId: string): Promise<void>;
  /** Releases the turns of this process; the next process resumes them. */
  close(): Promise<void>;
}

export interface ChatsOptions extends Omit<ChatDeps, "live" | "settings"> {
  settings?: Partial<ChatSettings>;
}

/** Creates the chat on top of the gate. */
export function createChats(options: ChatsOptions): RunningChats {
  const live = createLiveChats();
  const deps: ChatDeps = { ...options, live, settings: { ...CHAT_SETTINGS, ...options.settings } };
  const { kysely } = deps.database;
  const turns = createTurns(deps);

  /** Refuses messages to an agent that is disabled or whose key is revoked. */
  async function findReady(by: Principal, id: string) {
    const found = await findOwn(deps, by, id);
    if (!found.ok) return found;
    const agent = await agentNow(kysely, by.workspaceId, found.value.agentId);
    return agent.ok ? found : agent;
  }

  return {
    ...createChatAgents(deps),
    ...createSessions(deps),
    ...createRefine(deps, turns),
    follow: live.follow,
    serve: turns.serve,
    leave: turns.leave,
    look: turns.look,
    close: turns.close,

    async send(by, id, { text, key }) {
      const found = await findReady(by, id);
      if (!found.ok) return found;
      const session = found.value;
      const place = { workspaceId: by.workspaceId, sessionId: id };
      if (key !== undefined && (await findMessageByKey(kysely, place, key))) return readSession(deps, by, id);
      const title = titleOf(session, text);
      const begun = await turns.begin(session, async (trx, { turn, ...at }) => {
        const message = { turn, role: "user", text, status: "done", ...personOf(by), messageKey: key ?? null } as const;
        await appendChatMessage(trx, at, message);
        if (title === undefined) return;
        await trx
          .updateTable("chatSession")
          .set({ title })
          .where("workspaceId", "=", by.workspaceId)
          .where("id", "=", id)
          .execute();
      });
      return begun.ok ? readSession(deps, by, id) : begun;
    },

    async goOn(by, id) {
      const found = await findReady(by, id);
      if (!found.ok) return found;
      const begun = await turns.begin(found.value, async () => undefined);
      return begun.ok ? readSession(deps, by, id) : begun;
    },

    async stop(by, id) {
      const found = await findOwn(deps, by, id);
      if (!found.ok) return found;
      await turns.stopTurn(by.workspaceId, id);
      return readSession(deps, by, id);
    },
  };
}
