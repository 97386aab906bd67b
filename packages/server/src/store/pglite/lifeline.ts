import { connect, createServer } from "node:net";

/** Longer paths do not fit a socket's address on macOS; Linux has a few more. */
const MOST_PATH_BYTES = 103;

export interface Lifeline {
  path: string;
  close(): Promise<void>;
}

/**
 * A socket file whose only message is that its process lives. The kernel itself answers, for a blocked process too, and
 * across containers that number processes differently. Undefined where the folder cannot hold one.
 */
export async function openLifeline(path: string): Promise<Lifeline | undefined> {
  if (process.platform === "win32" || Buffer.byteLength(path) > MOST_PATH_BYTES) return undefined;
  const server = createServer((socket) => socket.destroy()).unref();
  return new Promise((resolve) => {
    server.once("error", () => resolve(undefined));
    server.listen(path, () => resolve({ path, close: async () => new Promise((closed) => void server.close(() => closed())) }));
  });
}

/** When in doubt, alive. */
export async function hasLifeline(path: string | null): Promise<boolean> {
  if (path === null) return true;
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code !== "ECONNREFUSED" && error.code !== "ENOENT"));
  });
}
