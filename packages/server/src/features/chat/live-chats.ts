import type { ChatListener } from "./chats.ts";

/** Listeners of conversations in this process. */
export interface LiveChats {
  follow(workspaceId: string, id: string, listener: ChatListener): () => void;
  tellDelta(workspaceId: string, id: string, delta: { seq: number; from: number; text: string }): void;
  tellChange(workspaceId: string, id: string): void;
  /** Notifies the listeners of all conversations in the workspace that something changed. */
  tellWorkspace(workspaceId: string): void;
}

export function createLiveChats(): LiveChats {
  const followed = new Map<string, Map<string, Set<ChatListener>>>();
  const listenersOf = (workspaceId: string, id: string) => followed.get(workspaceId)?.get(id) ?? [];

  return {
    follow(workspaceId, id, listener) {
      const sessions = followed.get(workspaceId) ?? new Map<string, Set<ChatListener>>();
      followed.set(workspaceId, sessions);
      const listeners = sessions.get(id) ?? new Set();
      sessions.set(id, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && sessions.get(id) === listeners) sessions.delete(id);
        if (sessions.size === 0 && followed.get(workspaceId) === sessions) followed.delete(workspaceId);
      };
    },
    tellDelta(workspaceId, id, delta) {
      for (const listener of listenersOf(workspaceId, id)) listener.onDelta(delta);
    },
    tellChange(workspaceId, id) {
      for (const listener of listenersOf(workspaceId, id)) listener.onChange();
    },
    tellWorkspace(workspaceId) {
      for (const listeners of followed.get(workspaceId)?.values() ?? []) {
        for (const listener of listeners) listener.onChange();
      }
    },
  };
}
