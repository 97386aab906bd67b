import { Countersign, type CountersignOptions } from "@countersign/sdk";
import { startTestServer } from "../../support/start-test-server.ts";

/** Whose credential a request carries. `admin` is an administrator's personal token, `session` that person's inbox session. */
export type Who = "admin" | "session" | "agent" | "worker" | "nobody";

export interface Answer {
  status: number;
  text: string;
  /** The body as JSON; undefined if it is not JSON. */
  json: unknown;
}

export interface Sent {
  /** Text, bytes and streams are sent unchanged, other values as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** Accepts any input; runs only if the test claims it. */
export const NOTE = { name: "note", description: "Keeps a note", inputSchema: { type: "object" } };

/** The server over HTTP, with a key of each kind and one tool of a worker. */
export async function openHostileGate() {
  const server = await startTestServer();
  const { userToken, session } = server;
  const { url, workspaceId, agentKey } = server.credentials;
  const keys: Record<Exclude<Who, "session">, string> = { admin: userToken, agent: agentKey, worker: "", nobody: "" };

  async function send(who: Who, method: string, path: string, { body, headers }: Sent = {}): Promise<Answer> {
    const isRaw = typeof body === "string" || body instanceof Uint8Array || body instanceof ReadableStream;
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(who === "session" ? session : keys[who] !== "" && { authorization: `Bearer ${keys[who]}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body) }),
      ...(body instanceof ReadableStream && { duplex: "half" }),
    } as RequestInit);
    const text = await response.text();
    return { status: response.status, text, json: readJson(text) };
  }
  const post = (who: Who, path: string, body: unknown) => send(who, "POST", path, { body });
  const get = (who: Who, path: string) => send(who, "GET", path);

  let seen = 0;
  /** A state that differs after any change of actions, tools, keys or members, since the audit log records them all. */
  async function stored(): Promise<string> {
    for (;;) {
      const { items } = (await get("admin", `/api/audit?afterSeq=${seen}&limit=1000`)).json as { items: { seq: number }[] };
      seen = items.at(-1)?.seq ?? seen;
      if (items.length < 1000) return `${seen} ${(await get("admin", "/api/pending-actions/counts")).text}`;
    }
  }

  async function propose(toolInput: unknown, more: object = {}): Promise<string> {
    const { status, text, json } = await post("agent", "/api/pending-actions", { toolName: "note", toolInput, ...more });
    if (status !== 202) throw new Error(`not proposed: ${status} ${text}`);
    return (json as { pendingActionId: string }).pendingActionId;
  }
  const read = async (id: string) => (await get("admin", `/api/pending-actions/${id}`)).json as Record<string, unknown>;

  keys.worker = ((await post("admin", "/api/keys", { kind: "worker", name: "worker" })).json as { key: string }).key;
  const registered = await post("worker", "/api/worker/tools", { tools: [NOTE] });
  if (registered.status !== 200) throw new Error(registered.text);
  return {
    url,
    workspaceId,
    keys,
    send,
    post,
    get,
    stored,
    propose,
    read,
    /** The digest that an approval of the current version must send. */
    digestOf: async (id: string) => String((await read(id))["digest"]),
    sdk: (options: Partial<CountersignOptions> = {}) =>
      new Countersign({ url, apiKey: agentKey, workerKey: keys.worker, onError: () => {}, ...options }),
    close: server.close,
  };
}
export type HostileGate = Awaited<ReturnType<typeof openHostileGate>>;

/** JSON Pointers in a refusal. */
export const pathsOf = ({ json }: Answer): string[] =>
  ((json as { errors?: { path: string }[] } | undefined)?.errors ?? []).map(({ path }) => path);

/** Runs the work for all items, four at a time; returns at most 20 findings of up to 500 characters each. */
export async function findWrong<T>(all: readonly T[], work: (one: T) => Promise<unknown[]>): Promise<string[]> {
  const wrong: unknown[] = [];
  const left = [...all];
  const take = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) wrong.push(...(await work(one)));
  };
  await Promise.all([take(), take(), take(), take()]);
  return wrong.map((one) => JSON.stringify(one).slice(0, 500)).slice(0, 20);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
