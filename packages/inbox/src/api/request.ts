import type { ErrorCode, Problem } from "@countersign/protocol";
import { strings } from "../strings/ui.tsx";

/** A refusal by the server, or no response. `code` is `NO_ANSWER` if it is unknown whether the server got the request. */
export class ApiError extends Error {
  readonly code: ErrorCode | "NO_ANSWER";
  readonly problem: Problem | null;

  constructor(code: ErrorCode | "NO_ANSWER", message: string, problem: Problem | null = null) {
    super(message);
    this.code = code;
    this.problem = problem;
  }
}

type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Sends and returns JSON. Throws only `ApiError`, and the abort reason of the caller's own signal. */
export const request = <T>(method: Method, path: string, body?: unknown, signal?: AbortSignal): Promise<T> =>
  body === undefined
    ? send(path, { method }, null, signal)
    : send(path, { method, body: JSON.stringify(body) }, "application/json", signal);

/** Sends a file unchanged; returns JSON. */
export const sendBytes = <T>(path: string, body: Blob, mediaType: string): Promise<T> =>
  send(path, { method: "POST", body }, mediaType);

/** Pages in a frame send this with every request: fewer decisions are allowed there, and the record names the channel. */
const CHANNEL = globalThis.location?.pathname.startsWith("/embed/") ? { "countersign-channel": "embed" } : {};

let shownWorkspace: string | undefined;

/** Every later request of this tab names this workspace, also after another tab has switched. Undefined: the browser's choice. */
export function stayIn(workspaceId: string | undefined): void {
  shownWorkspace = workspaceId;
}

/** The same by the address, for streams, pictures, frames and downloads, to which a page cannot add headers. */
export const inShownWorkspace = (path: string): string =>
  shownWorkspace === undefined
    ? path
    : `${path}${path.includes("?") ? "&" : "?"}workspaceId=${encodeURIComponent(shownWorkspace)}`;

async function send<T>(path: string, init: RequestInit, mediaType: string | null, signal?: AbortSignal): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      ...init,
      headers: {
        accept: "application/json",
        ...CHANNEL,
        ...(shownWorkspace !== undefined && { "countersign-workspace": shownWorkspace }),
        ...(mediaType !== null && { "content-type": mediaType }),
      },
      credentials: "same-origin",
      signal: signal ?? null,
    });
  } catch (fault) {
    if (signal?.aborted) throw fault;
    throw new ApiError("NO_ANSWER", strings.requests.noAnswer);
  }
  if (response.ok) return (response.status === 204 ? undefined : await readBody(response)) as T;
  const problem = asProblem(await readBody(response).catch(() => null));
  if (problem) throw new ApiError(problem.code, problem.detail, problem);
  throw new ApiError(response.status === 401 ? "UNAUTHENTICATED" : "UNAVAILABLE", strings.requests.answered(response.status));
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text().catch(() => {
    throw new ApiError("NO_ANSWER", strings.requests.cutOff);
  });
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    throw new ApiError("UNAVAILABLE", strings.requests.unreadable);
  }
}

const asProblem = (body: unknown): Problem | null =>
  typeof body === "object" && body !== null && "code" in body && "detail" in body ? (body as Problem) : null;
