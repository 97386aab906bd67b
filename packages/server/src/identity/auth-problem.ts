import { ERRORS, type ErrorCode } from "@countersign/protocol";
import { problemResponse } from "../transport/problem.ts";

const CODE_OF_STATUS: Record<number, ErrorCode> = {
  400: "INVALID_INPUT",
  401: "UNAUTHENTICATED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  409: "INVALID_STATE",
  413: "TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
  422: "INVALID_INPUT",
  429: "RATE_LIMITED",
};

/** JSON Pointers of the fields for which better-auth reports only an error code. */
const PATH_OF_FAULT: Record<string, string> = {
  INVALID_EMAIL: "/email",
  INVALID_PASSWORD: "/currentPassword",
  PASSWORD_TOO_SHORT: "/newPassword",
  PASSWORD_TOO_LONG: "/newPassword",
};

interface AuthFailure {
  code?: string;
  message?: string;
  errors?: { path: string; message: string }[];
}

/** Translates better-auth's error responses into problem details. Keeps cookies, because they clear ended sessions. */
export async function translateAnswer(response: Response): Promise<Response> {
  if (response.status < 400) {
    response.headers.set("Cache-Control", "no-store");
    return response;
  }
  const code = CODE_OF_STATUS[response.status] ?? "INTERNAL";
  const failure = await readFailure(response);
  const detail = code === "INTERNAL" || failure.message === undefined ? ERRORS[code].hint : failure.message;
  const errors = code === "INVALID_INPUT" ? errorsOf(failure) : undefined;
  const retryAfter = response.headers.get("x-retry-after");
  const answer = problemResponse(
    { code, detail, ...(errors && { errors }) },
    retryAfter === null ? {} : { "Retry-After": retryAfter },
  );
  for (const cookie of response.headers.getSetCookie()) answer.headers.append("Set-Cookie", cookie);
  return answer;
}

async function readFailure(response: Response): Promise<AuthFailure> {
  try {
    return (await response.json()) as AuthFailure;
  } catch {
    return {};
  }
}

/** Splits the one sentence for a body of the wrong shape: `[body.email] …; [body.password] …`. */
function errorsOf({ code, message = "", errors }: AuthFailure): { path: string; message: string }[] {
  if (errors) return errors;
  const path = PATH_OF_FAULT[code ?? ""];
  if (path !== undefined) return [{ path, message }];
  const parts = [...message.matchAll(/\[body([^\]]*)\] ([^;]+)/g)];
  if (parts.length === 0) return [{ path: "", message }];
  return parts.map(([, names = "", text = ""]) => ({ path: names.replaceAll(".", "/"), message: text }));
}
