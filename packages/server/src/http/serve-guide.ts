import { notBuilt, type StaticFiles } from "./static-files.ts";

/** Path of the documentation, which `packages/guide` makes from `docs/`. */
const GUIDE = "/docs/guide";
const NOT_FOUND = `${GUIDE}/404.html`;

/** Serves the pages and files of the guide. Returns undefined for all other requests, and for missing files. */
export async function serveGuide(files: StaticFiles, request: Request): Promise<Response | undefined> {
  if (request.method !== "GET" && request.method !== "HEAD") return undefined;
  const { pathname } = new URL(request.url);
  if (pathname !== GUIDE && !pathname.startsWith(`${GUIDE}/`)) return undefined;
  if (/\.\w+$/.test(pathname)) {
    if (pathname !== NOT_FOUND && (await files.has(pathname, true))) return files.respond(pathname);
  } else {
    const index = `${pathname.replace(/\/$/, "")}/index.html`;
    const isThere = await files.has(index, true);
    if (isThere && pathname.endsWith("/")) return files.respond(index);
    if (isThere) return new Response(null, { status: 308, headers: { Location: `${pathname}/` } });
  }
  if (!(request.headers.get("accept") ?? "").includes("text/html")) return undefined;
  return (await files.has(NOT_FOUND, false))
    ? files.respond(NOT_FOUND, 404)
    : notBuilt("The guide is not built", "the pages of the guide");
}
