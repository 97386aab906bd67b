/** All error codes: HTTP status, title and a hint for the caller. Docs and OpenAPI are generated from this table. */
export const ERRORS = {
  MALFORMED_JSON: { status: 400, title: "Malformed JSON", hint: "Send one JSON value that follows RFC 8259." },
  UNAUTHENTICATED: { status: 401, title: "Not signed in", hint: "Send a key as `Authorization: Bearer …`, or sign in." },
  FORBIDDEN: { status: 403, title: "Not allowed", hint: "Use a credential that has this permission in this workspace." },
  NOT_FOUND: { status: 404, title: "Not found", hint: "Check the id and the workspace." },
  METHOD_NOT_ALLOWED: { status: 405, title: "Method not allowed", hint: "Use a method that the header `Allow` lists." },
  INVALID_STATE: {
    status: 409,
    title: "Already resolved",
    hint: "Read `current`: somebody else was first, or the action has already passed this step.",
  },
  DIGEST_MISMATCH: {
    status: 409,
    title: "Changed since it was shown",
    hint: "Read the action again and decide on its current version.",
  },
  IDEMPOTENCY_CONFLICT: {
    status: 409,
    title: "Idempotency key reused",
    hint: "Use a new key for a different request.",
  },
  STALE: { status: 412, title: "Out of date", hint: "The target or the tool changed; ask for a new proposal." },
  TOO_LARGE: { status: 413, title: "Too large", hint: "A body holds at most 1 MiB." },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: "Not JSON", hint: "Send `Content-Type: application/json`." },
  INVALID_INPUT: { status: 422, title: "Invalid input", hint: "`errors` lists each path and the error there." },
  DIGEST_REQUIRED: {
    status: 428,
    title: "Digest required",
    hint: "Read the action, show it, and send its `digest` with the approval.",
  },
  RATE_LIMITED: { status: 429, title: "Too many requests", hint: "Wait for `Retry-After` seconds." },
  INTERNAL: { status: 500, title: "Unexpected fault", hint: "Nothing was decided; try again, then read the server log." },
  UNAVAILABLE: {
    status: 503,
    title: "Not available",
    hint: "Send the same request again after `Retry-After` seconds; under its idempotency key it is stored once.",
  },
} as const satisfies Record<string, { status: number; title: string; hint: string }>;

export type ErrorCode = keyof typeof ERRORS;
export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[];
