import { isSameEndpoint } from "../core/endpoint.ts";
import type { Viewer } from "./agent-view.ts";
import { Session, type SessionOptions } from "./session.ts";

/** Idle sessions are closed; their clients get a 404 and open new ones. */
const IDLE_MS = 60 * 60_000;
const LOOK_MS = 60_000;
const MAX_OF_AGENT = 100;

export interface Sessions {
  open(by: Viewer, options: SessionOptions): Session;
  /** Returns a session only for the key that opened it, at the endpoint where it did. */
  find(by: Viewer, id: string): Session | undefined;
  /** Closes the sessions of one workspace. */
  closeOf(workspaceId: string): void;
  close(): void;
}

/** The sessions of this process. They decide nothing about a call: losing one costs its client a new handshake. */
export function createSessions(onEnd: (session: Session) => void = () => {}, now: () => number = Date.now): Sessions {
  const sessions = new Map<string, Session>();

  const drop = (session: Session): void => {
    sessions.delete(session.id);
    session.close();
  };
  const timer = setInterval(() => {
    for (const session of sessions.values()) {
      session.prune();
      if (!session.isBusy && now() - session.usedAt > IDLE_MS) drop(session);
    }
  }, LOOK_MS);
  timer.unref();

  return {
    open(by, options) {
      const own = [...sessions.values()].filter(({ principal }) => principal.id === by.principal.id);
      // Otherwise a client that opens a session per call would fill the memory.
      if (own.length >= MAX_OF_AGENT) drop(own.reduce((oldest, one) => (one.usedAt < oldest.usedAt ? one : oldest)));
      const session = new Session(by, options);
      session.usedAt = now();
      session.onClose = () => {
        sessions.delete(session.id);
        onEnd(session);
      };
      sessions.set(session.id, session);
      return session;
    },
    find({ principal, endpoint }, id) {
      const session = sessions.get(id);
      if (!session || session.principal.id !== principal.id || session.principal.workspaceId !== principal.workspaceId)
        return undefined;
      if (!isSameEndpoint(session.endpoint, endpoint)) return undefined;
      session.usedAt = now();
      return session;
    },
    closeOf(workspaceId) {
      for (const session of sessions.values()) if (session.principal.workspaceId === workspaceId) drop(session);
    },
    close() {
      clearInterval(timer);
      for (const session of sessions.values()) session.close();
    },
  };
}
