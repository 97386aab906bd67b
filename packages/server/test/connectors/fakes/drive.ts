import { randomBytes } from "node:crypto";
import {
  compileQuery,
  DOCUMENT_TYPE,
  DriveRefusal,
  FOLDER_TYPE,
  readMultipart,
  select,
  type StoredFile,
} from "./drive-files.ts";
import { startFaultyServer, type FaultyServer } from "./faulty-server.ts";
import { createGoogleOAuth, DRIVE_SCOPE, type GoogleOAuth } from "./google-oauth.ts";

export interface FakeDrive extends FaultyServer {
  oauth: GoogleOAuth;
  files: Map<string, StoredFile>;
  add(file: Partial<StoredFile> & { name: string }): StoredFile;
  /** Changes a file concurrently, as another user. */
  touch(file: StoredFile, change: Partial<StoredFile>): void;
  /** Number of writes carried out. */
  writes: number;
}

/** Fake Google Drive over real HTTP: list, get, create, update, export, with Google's refusals and OAuth tokens. */
export async function startFakeDrive(): Promise<FakeDrive> {
  const files = new Map<string, StoredFile>();
  const oauth = createGoogleOAuth();
  const counts = { version: 1, writes: 0, clock: Date.parse("2026-04-21T18:00:00.000Z") };
  const now = (): string => new Date((counts.clock += 1000)).toISOString();

  function add(more: Partial<StoredFile> & { name: string }): StoredFile {
    const file: StoredFile = {
      id: randomBytes(16).toString("base64url"),
      mimeType: "text/plain",
      parents: [],
      content: Buffer.from(""),
      version: (counts.version += 1),
      modifiedTime: now(),
      trashed: false,
      appProperties: {},
      canEdit: true,
      ...more,
    };
    files.set(file.id, file);
    return file;
  }
  const touch = (file: StoredFile, change: Partial<StoredFile>): void =>
    void Object.assign(file, change, { version: (counts.version += 1), modifiedTime: now() });
  const find = (id: string): StoredFile => {
    const file = files.get(id);
    if (!file) throw new DriveRefusal(404, "notFound", `File not found: ${id}.`, "fileId");
    return file;
  };

  function list(query: URLSearchParams): Response {
    const fits = compileQuery(query.get("q") ?? "");
    if (query.get("q")?.includes("fullText") && query.get("orderBy")) {
      const message =
        "Sorting is not supported for queries with fullText terms. Results are always in descending relevance order.";
      throw new DriveRefusal(403, "forbidden", message);
    }
    if (Number.isNaN(Number(query.get("pageToken") ?? 0))) throw new DriveRefusal(400, "invalid", "Invalid Value", "pageToken");
    const found = [...files.values()].filter(fits).sort((one, other) => one.name.localeCompare(other.name));
    const [start, size] = [Number(query.get("pageToken") ?? 0), Number(query.get("pageSize") ?? 100)];
    const fields = /files\(([^)]*)\)/.exec(query.get("fields") ?? "")?.[1] ?? "";
    const page = found.slice(start, start + size).map((file) => select(file, fields));
    return Response.json({ files: page, ...(start + size < found.length && { nextPageToken: String(start + size) }) });
  }

  function read(file: StoredFile, query: URLSearchParams): Response {
    if (query.get("alt") !== "media") return Response.json(select(file, query.get("fields") ?? ""));
    if (file.mimeType.startsWith("application/vnd.google-apps.")) {
      throw new DriveRefusal(
        403,
        "fileNotDownloadable",
        "Only files with binary content can be downloaded. Use Export.",
        "alt",
      );
    }
    return new Response(new Uint8Array(file.content ?? Buffer.from("")), { headers: { "content-type": file.mimeType } });
  }

  function exportFile(file: StoredFile): Response {
    if (file.mimeType !== DOCUMENT_TYPE)
      throw new DriveRefusal(403, "fileNotExportable", "Export only supports Docs Editors files.");
    return new Response(new Uint8Array(file.content ?? Buffer.from("")));
  }

  async function write(request: Request, id: string | undefined, query: URLSearchParams): Promise<Response> {
    const type = request.headers.get("content-type") ?? "";
    const body = Buffer.from(await request.arrayBuffer());
    const isUpload = query.get("uploadType") === "multipart";
    const { metadata, ...media } = isUpload
      ? readMultipart(type, body)
      : { metadata: JSON.parse(body.toString()) as Record<string, unknown>, content: undefined, mimeType: undefined };
    const { appProperties = {}, ...rest } = metadata as Partial<StoredFile>;
    for (const [key, value] of Object.entries(appProperties)) {
      if (Buffer.byteLength(key + value) > 124) throw new DriveRefusal(400, "invalid", "Property exceeds 124 bytes.");
    }
    const existing = id === undefined ? undefined : find(id);
    if (existing && !existing.canEdit) {
      throw new DriveRefusal(
        403,
        "insufficientFilePermissions",
        "The user does not have sufficient permissions for this file.",
      );
    }
    if (existing && rest.parents) {
      throw new DriveRefusal(403, "fieldNotWritable", "The parents field is not directly writable in update requests.");
    }
    for (const parent of rest.parents ?? []) find(parent);
    counts.writes += 1;
    const file = existing ?? add({ name: rest.name ?? "Untitled", mimeType: rest.mimeType ?? media.mimeType ?? "text/plain" });
    touch(file, {
      ...rest,
      ...(media.content && { content: media.content, mimeType: rest.mimeType ?? media.mimeType }),
      appProperties: { ...file.appProperties, ...appProperties },
    });
    return Response.json(select(file, query.get("fields") ?? ""));
  }

  async function answer(request: Request): Promise<Response> {
    const { pathname, searchParams: query } = new URL(request.url);
    const token = request.headers.get("authorization")?.replace(/^Bearer /, "") ?? "";
    const scope = oauth.scopeOf(token);
    if (scope === undefined) throw new DriveRefusal(401, "authError", "Invalid Credentials", "Authorization");
    if (pathname === "/drive/v3/about") {
      if (!query.get("fields"))
        throw new DriveRefusal(400, "required", "The 'fields' parameter is required for this method.", "fields");
      return Response.json({ user: { displayName: "Ada", emailAddress: "ada@example.test" } });
    }
    const [, isUpload, id, isExport] = /^(\/upload)?\/drive\/v3\/files(?:\/([^/]+)(\/export)?)?$/.exec(pathname) ?? [
      "",
      "",
      "",
      "",
    ];
    if (request.method === "GET") {
      if (isUpload) throw new DriveRefusal(404, "notFound", "Not Found");
      if (id === undefined) return list(query);
      return isExport ? exportFile(find(id)) : read(find(id), query);
    }
    if (scope !== DRIVE_SCOPE) {
      throw new DriveRefusal(403, "insufficientPermissions", "Request had insufficient authentication scopes.");
    }
    if ((request.method === "POST") === (id !== undefined)) throw new DriveRefusal(404, "notFound", "Not Found");
    return write(request, id, query);
  }

  async function handle(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (!pathname.includes("/drive/")) return (await oauth.handle(request)) ?? new Response("Not Found", { status: 404 });
    return answer(request).catch((error: unknown) => {
      if (error instanceof DriveRefusal) return error.response;
      throw error;
    });
  }
  const limited = (): Response => new DriveRefusal(403, "userRateLimitExceeded", "User Rate Limit Exceeded.").response;
  const server = await startFaultyServer({ handle, limited });
  return Object.defineProperty(Object.assign(server, { oauth, files, add, touch, writes: 0 }), "writes", {
    get: () => counts.writes,
  });
}

export { DOCUMENT_TYPE, FOLDER_TYPE };
