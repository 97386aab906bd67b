import { createHash } from "node:crypto";

/** A file as the fake stores it. */
export interface StoredFile {
  id: string;
  name: string;
  mimeType: string;
  parents: string[];
  content: Buffer | null;
  version: number;
  modifiedTime: string;
  trashed: boolean;
  appProperties: Record<string, string>;
  /** Whether the connected account may change the file. */
  canEdit: boolean;
}

export const FOLDER_TYPE = "application/vnd.google-apps.folder";
export const DOCUMENT_TYPE = "application/vnd.google-apps.document";

/** All fields of a file in the API's form. */
function toResource(file: StoredFile): Record<string, unknown> {
  const { content, version, canEdit: _canEdit, ...rest } = file;
  const isBlob = !file.mimeType.startsWith("application/vnd.google-apps.");
  return {
    kind: "drive#file",
    ...rest,
    version: String(version),
    webViewLink: `https://drive.google.com/file/d/${file.id}/view`,
    ...(isBlob && {
      size: String(content?.length ?? 0),
      md5Checksum: createHash("md5")
        .update(content ?? "")
        .digest("hex"),
      headRevisionId: `rev${version}`,
    }),
  };
}

const FIELDS =
  "kind,id,name,mimeType,parents,version,modifiedTime,trashed,appProperties,webViewLink,size,md5Checksum,headRevisionId".split(
    ",",
  );

/** Only the fields named in `fields`, as the API answers; throws for unknown names. */
export function select(file: StoredFile, fields: string): Record<string, unknown> {
  const resource = toResource(file);
  const names = fields === "" ? ["kind", "id", "name", "mimeType"] : fields.split(",");
  const unknown = names.find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) throw new DriveRefusal(400, "invalidParameter", `Invalid field selection ${unknown}`);
  return Object.fromEntries(names.filter((name) => resource[name] !== undefined).map((name) => [name, resource[name]]));
}

/** Compiles the part of the search language that the connector uses; throws for anything else. */
export function compileQuery(q: string): (file: StoredFile) => boolean {
  const parts = split(q, " and ");
  const tests = parts.map((part) => {
    if (part.startsWith("(") && part.endsWith(")")) {
      const any = split(part.slice(1, -1), " or ").map(compileTerm);
      return (file: StoredFile) => any.some((test) => test(file));
    }
    return compileTerm(part);
  });
  return (file) => tests.every((test) => test(file));
}

function compileTerm(term: string): (file: StoredFile) => boolean {
  const [, parent] = /^('(?:[^'\\]|\\.)*') in parents$/s.exec(term) ?? [];
  if (parent !== undefined) return ({ parents }) => parents.includes(unquote(parent));
  const [, trashed] = /^trashed = (true|false)$/.exec(term) ?? [];
  if (trashed !== undefined) return (file) => file.trashed === (trashed === "true");
  const [, words] = /^fullText contains ('(?:[^'\\]|\\.)*')$/s.exec(term) ?? [];
  if (words !== undefined) {
    return ({ name, content }) => `${name} ${content?.toString() ?? ""}`.toLowerCase().includes(unquote(words).toLowerCase());
  }
  const [, field, operator, value] = /^(name|mimeType) (=|!=) ('(?:[^'\\]|\\.)*')$/s.exec(term) ?? [];
  if (value === undefined) throw new DriveRefusal(400, "invalid", "Invalid Value", "q");
  return (file) => (file[field as "name" | "mimeType"] === unquote(value)) === (operator === "=");
}

const unquote = (text: string): string => text.slice(1, -1).replaceAll(/\\(.)/gs, "$1");

/** Splits at `by` outside quotation marks and parentheses. */
function split(text: string, by: string): string[] {
  const parts = [""];
  let isQuoted = false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (!isQuoted && depth === 0 && text.startsWith(by, at)) {
      parts.push("");
      at += by.length - 1;
      continue;
    }
    const char = text[at]!;
    if (char === "\\" && isQuoted) parts[parts.length - 1] += char + (text[(at += 1)] ?? "");
    else {
      if (char === "'") isQuoted = !isQuoted;
      else if (!isQuoted) depth += char === "(" ? 1 : char === ")" ? -1 : 0;
      parts[parts.length - 1] += char;
    }
  }
  return parts;
}

/** Reads the two parts of a `multipart/related` upload. */
export function readMultipart(
  type: string,
  body: Buffer,
): { metadata: Record<string, unknown>; content: Buffer; mimeType: string } {
  const boundary = /^multipart\/related;\s*boundary=("?)([^";]+)\1/.exec(type)?.[2];
  if (boundary === undefined) throw new DriveRefusal(400, "badContent", "Missing multipart boundary.");
  const parts = body.toString("latin1").split(`--${boundary}`).slice(1, -1);
  const [first, second] = parts.map((part) => {
    const end = part.indexOf("\r\n\r\n");
    return { head: part.slice(0, end), bytes: Buffer.from(part.slice(end + 4, -2), "latin1") };
  });
  if (!first || !second || parts.length !== 2) throw new DriveRefusal(400, "badRequest", "Malformed multipart body.");
  const mimeType = /content-type: ([^\r\n;]+)/i.exec(second.head)?.[1] ?? "application/octet-stream";
  return { metadata: JSON.parse(first.bytes.toString("utf8")) as Record<string, unknown>, content: second.bytes, mimeType };
}

/** An error in the form of Google's APIs. */
export class DriveRefusal extends Error {
  readonly response: Response;

  constructor(code: number, reason: string, message: string, location?: string) {
    super(message);
    const errors = [{ domain: "global", reason, message, ...(location && { location, locationType: "parameter" }) }];
    this.response = Response.json({ error: { code, message, errors } }, { status: code });
  }
}
