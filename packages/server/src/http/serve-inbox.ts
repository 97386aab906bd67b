import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".map": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
};

/** The build writes a content hash into these names. */
const HASHED = /^\/assets\/.*[-.][\w-]{8,}\.\w+$/;
/** Paths for programs. An HTML page there would hide that a path is wrong. */
const NOT_PAGES = /^\/(api|mcp|assets|healthz|readyz|metrics|openapi\.json|docs)(\/|$)/;

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Countersign</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:4rem auto;padding:0 1rem;color-scheme:light dark}</style>
<h1>The inbox is not built</h1>
<p>The server runs and its API answers, but the pages of the inbox are missing. Build them with <code>npm run build</code>, then reload.</p>
<p><a href="/docs">API documentation</a></p></html>`;

/** Maps URL paths to the files of a folder. Links are left out, so that no path leads out of the folder. */
async function listFiles(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file.slice(folder.length).replaceAll("\\", "/").replace(/^\/?/, "/"), file]),
  );
}

const page = (html: string | Uint8Array<ArrayBuffer>, status = 200) =>
  new Response(html, { status, headers: { "Content-Type": TYPES[".html"] ?? "", "Cache-Control": "no-store" } });

/** Serves the inbox's files, and its index page for paths of the inbox. Returns undefined for all other requests. */
export function serveInbox(publicFolder: string): (request: Request) => Promise<Response | undefined> {
  let files: Promise<Map<string, string>> | undefined;

  return async (request) => {
    if (request.method !== "GET" && request.method !== "HEAD") return undefined;
    const { pathname } = new URL(request.url);
    const asksForPage =
      pathname === "/" || (!NOT_PAGES.test(pathname) && (request.headers.get("accept") ?? "").includes("text/html"));
    let known = await (files ??= listFiles(publicFolder));
    // Lists the files again on a miss, so that a build made while the server runs is found.
    if (!known.has("/index.html") || (!asksForPage && !known.has(pathname))) known = await (files = listFiles(publicFolder));

    const index = known.get("/index.html");
    const file = known.get(pathname) ?? (asksForPage ? index : undefined);
    if (file === undefined) return asksForPage ? page(NOT_BUILT, 503) : undefined;
    const content = new Uint8Array(await readFile(file));
    if (file === index) return page(content);
    return new Response(content, {
      headers: {
        "Content-Type": TYPES[extname(file)] ?? "application/octet-stream",
        "Cache-Control": HASHED.test(pathname) ? "public, max-age=31536000, immutable" : "no-cache",
      },
    });
  };
}
