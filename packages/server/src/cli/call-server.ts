import { ERRORS, problemSchema, type ErrorCode } from "@countersign/protocol";
import type { z } from "zod";
import { parseJson } from "../core/parse-json.ts";
import { CliFault, EXIT } from "./exit.ts";
import { renderForTerminal } from "./render-for-terminal.ts";

export interface ServerCall {
  method?: "GET" | "POST" | "PUT";
  path: string;
  body?: unknown;
  /** Seconds for which the server may hold the request on purpose. */
  holdSeconds?: number;
}

/** A server and the caller's credentials: a key or a session, as headers. */
export interface ServerAccess {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Selects one of a person's workspaces. */
  workspaceId?: string;
}

/** Calls the running server and returns its response, validated against the schema but not copied by it. */
export type CallServer = <T>(schema: z.ZodType<T>, call: ServerCall) => Promise<T>;

const ANSWER_SECONDS = 30;

/** Thrown when the server refuses a request; `code` is the server's error code. */
export class ServerRefusal extends CliFault {
  readonly code: string;

  constructor(code: string, message: string, hint: string | undefined) {
    super(EXIT.refused, message, hint);
    this.name = "ServerRefusal";
    this.code = code;
  }
}

export const createCallServer =
  (access: ServerAccess): CallServer =>
  async (schema, call) => {
    const response = await requestServer(access, call);
    const text = await response.text().catch((error: unknown) => {
      throw unreachable(access.url, describeCause(error));
    });
    const answer = parseJson(text);
    const checked = schema.safeParse(answer);
    if (!checked.success) {
      const hint = "Use the same version of `countersign` as the server.";
      throw new CliFault(EXIT.unreachable, `${shown(access.url)} sent a response that this version does not understand.`, hint);
    }
    // Zod copies, and a copy drops a key named `__proto__`.
    return answer as z.infer<typeof schema>;
  };

/** Returns the response for the caller to read; throws for every error status. */
export async function requestServer({ url, headers, workspaceId }: ServerAccess, call: ServerCall): Promise<Response> {
  const { method = "GET", path, body, holdSeconds = 0 } = call;
  const address = new URL(url.replace(/\/+$/, "") + path);
  if (workspaceId !== undefined) address.searchParams.set("workspaceId", workspaceId);
  const response = await fetch(address, {
    method,
    headers: {
      ...headers,
      accept: "application/json",
      "countersign-channel": "cli",
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    // Following a redirect would send the key to its target.
    redirect: "manual",
    signal: AbortSignal.timeout((ANSWER_SECONDS + holdSeconds) * 1000),
  }).catch((error: unknown) => {
    throw unreachable(url, describeCause(error));
  });
  if (!response.ok) throw toFault(url, response.status, parseJson(await response.text().catch(() => "")));
  return response;
}

function toFault(url: string, status: number, answer: unknown): CliFault {
  const problem = problemSchema.partial().safeParse(answer);
  if (!problem.success || problem.data.code === undefined)
    return unreachable(url, `status ${status}, which is not a response from Countersign`);
  const { code, detail, title, errors = [] } = problem.data;
  const places = errors.map(({ path, message }) => `\n  ${shown(path === "" ? "/" : path)}: ${shown(message)}`);
  const message = `${shown(detail ?? title ?? code)}${places.join("")}`;
  const hint = API_HINTS.includes(code) ? undefined : ERRORS[code].hint;
  return code === "UNAVAILABLE" ? new CliFault(EXIT.unreachable, message, hint) : new ServerRefusal(code, message, hint);
}

/** Their hints refer to parts of the response that are already printed here. */
const API_HINTS: readonly ErrorCode[] = ["INVALID_INPUT", "INVALID_STATE"];

const shown = (text: string): string => renderForTerminal(text, { form: "line" });

const unreachable = (url: string, why: string): CliFault =>
  new CliFault(
    EXIT.unreachable,
    `${shown(url)} does not respond (${shown(why)}).`,
    "Start the server with `countersign start`, or run `countersign doctor`.",
  );

/** Describes the innermost cause, because `fetch failed` alone says nothing. */
export function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined) return describeCause(error.cause);
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : error.message || error.name;
}
