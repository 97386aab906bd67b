import type { MiddlewareHandler } from "hono";

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // The inbox's component library sets style attributes.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  // Rendered content of agents: pages of this server with a stricter policy of their own.
  "frame-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
];

const HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
} as const;

/** Pages that other sites may frame; they may frame no other page, whatever is configured. */
const EMBEDDED = /^\/embed\/(actions|sessions)\/[^/]+$/;
/** A short script without secrets that other sites load to create the frame. */
const EMBED_SCRIPT = "/embed.js";

/**
 * Adds the headers to every response, including refusals and files. Responses are not cached unless a route allows it. Embed
 * pages may be framed only by the origins that an administrator named; by default, by none.
 */
export function securityHeaders(embedOrigins: readonly string[] = []): MiddlewareHandler {
  const closed = [...POLICY, "frame-ancestors 'none'"].join("; ");
  const embedded = [...POLICY, `frame-ancestors ${embedOrigins.join(" ")}`].join("; ");
  return async (context, next) => {
    await next();
    const { headers } = context.res;
    const isEmbedded = embedOrigins.length > 0 && EMBEDDED.test(context.req.path);
    // Routes that return untrusted content set a stricter policy of their own.
    if (!headers.has("content-security-policy")) headers.set("Content-Security-Policy", isEmbedded ? embedded : closed);
    // `X-Frame-Options` cannot list origins, and would block what the policy allows.
    if (!isEmbedded && !headers.has("x-frame-options")) headers.set("X-Frame-Options", "DENY");
    headers.set("Cross-Origin-Resource-Policy", context.req.path === EMBED_SCRIPT ? "cross-origin" : "same-origin");
    for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
    if (!headers.has("cache-control")) headers.set("Cache-Control", "no-store");
  };
}
