import type { Result } from "../../core/refusal.ts";

/** Media types served inline. Any other file is a download, because a browser could execute or render it. */
const PICTURES: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

/** CSP for what an agent wrote and for rendered templates: no scripts, forms or network, and no access to the inbox. */
export const PAGE_POLICY = "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'";
export const FILE_POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'";

export function pageResponse(page: Result<string>): Result<never> | Response {
  if (!page.ok) return page;
  return new Response(page.value, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": PAGE_POLICY,
      "X-Frame-Options": "SAMEORIGIN",
    },
  });
}

export function fileResponse(file: Result<{ bytes: Buffer; mediaType: string }>): Result<never> | Response {
  if (!file.ok) return file;
  const { bytes, mediaType } = file.value;
  const isPicture = PICTURES.has(mediaType);
  return new Response(new Uint8Array(bytes), {
    headers: {
      "Content-Type": isPicture ? mediaType : "application/octet-stream",
      "Content-Disposition": isPicture ? "inline" : "attachment",
      "Content-Security-Policy": FILE_POLICY,
      // The URL contains the file's hash, so the file never changes. A shared cache would skip authorization, hence `private`.
      "Cache-Control": "private, max-age=3600, immutable",
    },
  });
}
