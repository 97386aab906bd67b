/**
 * Policy of a tool's drawing. It runs the scripts in its own document, in an origin of its own, and loads, sends and opens
 * nothing. `frame-src` of the page around it keeps it from navigating to another site.
 */
const WIDGET_POLICY = [
  "sandbox allow-scripts",
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  "img-src data: blob:",
  "font-src data:",
  "connect-src 'none'",
  "frame-ancestors 'self'",
  "form-action 'none'",
  "base-uri 'none'",
].join("; ");

export const widgetResponse = (html: string): Response =>
  new Response(html, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": WIDGET_POLICY,
      "X-Frame-Options": "SAMEORIGIN",
      "X-DNS-Prefetch-Control": "off",
      "Permissions-Policy": "camera=(), microphone=(), geolocation=(), display-capture=(), fullscreen=()",
      // The URL contains the document's hash. A shared cache would skip authorization, hence `private`.
      "Cache-Control": "private, max-age=31536000, immutable",
    },
  });
