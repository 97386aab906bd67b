import type { Principal } from "../../core/principal.ts";
import type { Log } from "../../ports/log.ts";
import type { Engine } from "../../ports/engine.ts";
import type { Identity } from "../../identity/identity.ts";
import { startWorkspaceFeed, type WorkspaceFeed } from "./workspace-feed.ts";

const RECHECK_SECONDS = 20;

/** An open stream whose rights are rechecked. */
export interface WatchedStream {
  /** Request with the credential that opened the stream. */
  request: Request;
  workspaceId: string;
  /** Client's address when it was opened; undefined if unknown. */
  address: string | undefined;
  /** Role with which it was opened. What the stream may show depends on it. */
  role: Principal["role"];
  end(): void;
}

export interface LiveFeeds {
  /** Returns the workspace's feed, started for the first caller. Each caller must `release` it, or the feed runs on. */
  acquire(workspaceId: string): Promise<{ feed: WorkspaceFeed; release(): void }>;
  /** Ends the stream within about 20 s after its credential or membership ends, or its person's role changes. Returns a function that stops watching. */
  watch(stream: WatchedStream): () => void;
  /** Checks the rights of every open stream now. */
  recheck(): Promise<void>;
}

const credentialOf = ({ request, workspaceId, address }: WatchedStream) =>
  [workspaceId, address, request.headers.get("authorization") ?? "", request.headers.get("cookie") ?? ""].join("\n");

export function createLiveFeeds(engine: Engine, identity: Pick<Identity, "authenticate">, log: Log): LiveFeeds {
  const open = new Map<string, { feed: Promise<WorkspaceFeed>; users: number }>();
  const watched = new Set<WatchedStream>();
  let timer: NodeJS.Timeout | undefined;

  /** Authenticates once per credential, however many streams it opened. */
  async function recheck(): Promise<void> {
    const firstOf = new Map([...watched].map((stream) => [credentialOf(stream), stream]));
    for (const [credential, { request, workspaceId, address }] of firstOf) {
      try {
        const signedIn = await identity.authenticate(request, workspaceId, address);
        const role = signedIn.kind === "principal" ? signedIn.principal.role : undefined;
        for (const stream of watched) if (credentialOf(stream) === credential && stream.role !== role) stream.end();
      } catch (error) {
        log("warn", "rights of a live stream could not be checked", { error });
      }
    }
  }

  return {
    async acquire(workspaceId) {
      const found = open.get(workspaceId);
      const entry = found ?? { feed: startWorkspaceFeed(engine, workspaceId, () => void recheck(), log), users: 0 };
      if (found === undefined) open.set(workspaceId, entry);
      entry.users += 1;
      let released = false;
      const release = () => {
        if (released) return;
        released = true;
        entry.users -= 1;
        if (entry.users > 0) return;
        if (open.get(workspaceId) === entry) open.delete(workspaceId);
        entry.feed.then(
          (feed) => feed.stop(),
          () => undefined,
        );
      };
      try {
        return { feed: await entry.feed, release };
      } catch (error) {
        release();
        throw error;
      }
    },
    watch(stream) {
      watched.add(stream);
      timer ??= setInterval(() => void recheck(), RECHECK_SECONDS * 1000).unref();
      return () => {
        watched.delete(stream);
        if (watched.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    recheck,
  };
}
