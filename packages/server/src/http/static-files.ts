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
  ".gif": "image/gif",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
};

/** The builds write a content hash into these names. */
const HASHED = /\/assets\/.*[-.][\w-]{8,}\.\w+$/;

export interface StaticFiles {
  /** Whether the folder has this file. `isNeeded`: lists the files again if it has not, so that a later build is found. */
  has(path: string, isNeeded: boolean): Promise<boolean>;
  /** Response with a file that the folder has. An HTML page is never cached. */
  respond(path: string, status?: number): Promise<Response>;
}

/** Serves the files of a folder by their listed paths, so that no request leads out of it. Symbolic links are left out. */
export function createStaticFiles(folder: string): StaticFiles {
  let listed: Promise<Map<string, string>> | undefined;
  const list = (): Promise<Map<string, string>> => (listed = listFiles(folder));
  return {
    async has(path, isNeeded) {
      const known = await (listed ?? list());
      return known.has(path) || (isNeeded && (await list()).has(path));
    },
    async respond(path, status = 200) {
      const file = (await (listed ?? list())).get(path);
      if (file === undefined) throw new Error(`${path} is not a file of the folder.`);
      const content = new Uint8Array(await readFile(file));
      const type = TYPES[extname(file)] ?? "application/octet-stream";
      return new Response(content, { status, headers: { "Content-Type": type, "Cache-Control": cachingOf(path) } });
    },
  };
}

function cachingOf(path: string): string {
  if (path.endsWith(".html")) return "no-store";
  return HASHED.test(path) ? "public, max-age=31536000, immutable" : "no-cache";
}

/** Maps URL paths to the files of a folder. */
async function listFiles(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file.slice(folder.length).replaceAll("\\", "/").replace(/^\/?/, "/"), file]),
  );
}

/** Page that says that pages have not been built. */
export function notBuilt(title: string, what: string): Response {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Countersign</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:4rem auto;padding:0 1rem;color-scheme:light dark}</style>
<h1>${title}</h1>
<p>The server runs and its API answers, but ${what} are missing. Build them with <code>npm run build</code>, then reload.</p>
<p><a href="/docs">API documentation</a></p></html>`;
  return new Response(html, { status: 503, headers: { "Content-Type": TYPES[".html"] ?? "", "Cache-Control": "no-store" } });
}
