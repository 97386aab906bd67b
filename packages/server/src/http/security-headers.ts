import type { MiddlewareHandler } from "hono";

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // The inbox's component library sets style attributes.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  // What agents wrote, rendered: pages of this server that bring a stricter policy of their own.
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

/** The pages made for frames; everything else stays out of them whatever is configured. */
const EMBEDDED = /^\/embed\/(actions|sessions)\/[^/]+$/;
/** A few lines without a secret that other sites load to make the frame. */
const EMBED_SCRIPT = "/embed.js";

/**
 * On every answer, refusals and files included. What is not marked otherwise is never kept by a cache. The pages for frames may
 * be framed by the origins an administrator named, and without any by nobody.
 */
export function securityHeaders(embedOrigins: readonly string[] = []): MiddlewareHandler {
  const closed = [...POLICY, "frame-ancestors 'none'"].join("; ");
  const embedded = [...POLICY, `frame-ancestors ${embedOrigins.join(" ")}`].join("; ");
  return async (context, next) => {
    await next();
    const { headers } = context.res;
    const isEmbedded = embedOrigins.length > 0 && EMBEDDED.test(context.req.path);
    // A route whose answer nobody may trust has a stricter policy of its own.
    if (!headers.has("content-security-policy")) headers.set("Content-Security-Policy", isEmbedded ? embedded : closed);
    // The older header knows no list of origins, and would close what the policy opens.
    if (!isEmbedded && !headers.has("x-frame-options")) headers.set("X-Frame-Options", "DENY");
    headers.set("Cross-Origin-Resource-Policy", context.req.path === EMBED_SCRIPT ? "cross-origin" : "same-origin");
    for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
    if (!headers.has("cache-control")) headers.set("Cache-Control", "no-store");
  };
}
