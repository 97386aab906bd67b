import { notBuilt, type StaticFiles } from "./static-files.ts";

const INDEX = "/index.html";
/** Paths for programs, and those of the guide. A page of the inbox there would hide that a path is wrong. */
const NOT_PAGES = /^\/(api|mcp|assets|healthz|readyz|metrics|openapi\.json|docs)(\/|$)/;

/** Serves the inbox's files, and its index page for paths of the inbox. Returns undefined for all other requests. */
export async function serveInbox(files: StaticFiles, request: Request): Promise<Response | undefined> {
  if (request.method !== "GET" && request.method !== "HEAD") return undefined;
  const { pathname } = new URL(request.url);
  const asksForPage =
    pathname === "/" || (!NOT_PAGES.test(pathname) && (request.headers.get("accept") ?? "").includes("text/html"));
  if (await files.has(pathname, !asksForPage)) return files.respond(pathname);
  if (!asksForPage) return undefined;
  return (await files.has(INDEX, true)) ? files.respond(INDEX) : notBuilt("The inbox is not built", "the pages of the inbox");
}
