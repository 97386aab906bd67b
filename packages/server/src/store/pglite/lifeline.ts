import { connect, createServer } from "node:net";

/** Longer paths do not fit a socket address on macOS; Linux allows a few more bytes. */
const MAX_PATH_BYTES = 103;

export interface Lifeline {
  path: string;
  close(): Promise<void>;
}

/**
 * Opens a socket file that shows that its process lives. The kernel accepts connections even for a blocked process, and across
 * containers with their own PID namespaces. Undefined if the folder cannot hold a socket.
 */
export async function openLifeline(path: string): Promise<Lifeline | undefined> {
  if (process.platform === "win32" || Buffer.byteLength(path) > MAX_PATH_BYTES) return undefined;
  const server = createServer((socket) => socket.destroy()).unref();
  return new Promise((resolve) => {
    server.once("error", () => resolve(undefined));
    server.listen(path, () => resolve({ path, close: async () => new Promise((closed) => void server.close(() => closed())) }));
  });
}

/** True if the lifeline answers, and true in doubt. */
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
