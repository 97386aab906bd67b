import { text } from "@countersign/protocol";
import { sql } from "kysely";
import { z } from "zod";
import { ok, refuse, type Result } from "../../core/refusal.ts";
import type { People } from "../people-tables.ts";
import { makeId } from "../secret-token.ts";
import { isUsableRedirect } from "./redirects.ts";

export interface OAuthClient {
  id: string;
  /** What the client calls itself; nobody checked it. */
  name: string | null;
  redirectUris: readonly string[];
  /** Host of the metadata document; null for a client that registered itself. */
  publishedBy: string | null;
}

/** Reads a client's metadata document. Must refuse addresses inside the server's network, and redirects. */
export type FetchDocument = (url: string) => Promise<{ status: number; text: string }>;

/** Registrations that nobody allowed are deleted after a day, and the oldest of them beyond this number. */
const MAX_UNUSED = 1000;
const UNUSED_SECONDS = 24 * 3600;
const MAX_DOCUMENT_BYTES = 5 * 1024;
const DOCUMENT_KEPT_MS = 10 * 60_000;
const MAX_DOCUMENTS = 1000;

const metadata = z.object({
  client_name: text(200).optional(),
  redirect_uris: z.array(text(2000)).min(1).max(20),
  grant_types: z.array(z.string().max(100)).max(20).optional(),
  token_endpoint_auth_method: z.string().max(100).optional(),
  token_endpoint_auth_methods_supported: z.array(z.string().max(100)).max(20).optional(),
});
type Metadata = z.infer<typeof metadata>;

export type Registered = { client_id: string; client_id_issued_at: number; client_name?: string; redirect_uris: string[] };

/** Registers a client (RFC 7591). It gets no secret, and redirect addresses that cannot receive a code are left out. */
export async function registerClient(people: People, body: unknown): Promise<Result<Registered>> {
  const parsed = metadata.safeParse(body);
  if (!parsed.success) return refuse("INVALID_INPUT", faultOf(parsed.error));
  const usable = parsed.data.redirect_uris.filter(isUsableRedirect);
  if (usable.length === 0) return refuse("INVALID_INPUT", NO_REDIRECT);
  if (parsed.data.grant_types?.includes("authorization_code") === false)
    return refuse("INVALID_INPUT", "grant_types must contain authorization_code.");
  await deleteUnused(people);
  const row = { id: makeId("client"), name: parsed.data.client_name ?? null, redirectUris: usable };
  await people.insertInto("oauthClient").values(row).execute();
  return ok({
    client_id: row.id,
    client_id_issued_at: Math.floor(Date.now() / 1000),
    ...(row.name !== null && { client_name: row.name }),
    redirect_uris: usable,
  });
}

const NO_REDIRECT =
  "redirect_uris needs an https address, or an http address on localhost, 127.0.0.1 or [::1]. Other schemes get no code.";

async function deleteUnused(people: People): Promise<void> {
  const unused = people.selectFrom("oauthClient").select("id").where("allowedAt", "is", null);
  await people
    .deleteFrom("oauthClient")
    .where("allowedAt", "is", null)
    .where(({ or, eb }) =>
      or([
        eb("createdAt", "<", sql<Date>`now() - make_interval(secs => ${UNUSED_SECONDS})`),
        eb(
          "id",
          "in",
          unused
            .orderBy("createdAt", "desc")
            .orderBy("id")
            .offset(MAX_UNUSED - 1),
        ),
      ]),
    )
    .execute();
}

export interface OAuthClients {
  /** Finds a client by its id: a registered one, or the address of a metadata document. */
  find(id: string): Promise<Result<OAuthClient>>;
}

const UNKNOWN = "No client is registered under this id. Remove this server in the client, add it again and connect again.";

export function createOAuthClients(people: People, fetchDocument: FetchDocument | undefined, now: () => number): OAuthClients {
  const documents = new Map<string, { until: number; client: OAuthClient }>();

  async function findDocument(id: string): Promise<Result<OAuthClient>> {
    const kept = documents.get(id);
    if (kept && kept.until > now()) return ok(kept.client);
    const read = await readDocument(id, fetchDocument!);
    if (!read.ok) return read;
    if (documents.size >= MAX_DOCUMENTS) documents.delete(documents.keys().next().value!);
    documents.set(id, { until: now() + DOCUMENT_KEPT_MS, client: read.value });
    return read;
  }

  return {
    async find(id) {
      if (id.startsWith("https://")) {
        return fetchDocument === undefined
          ? refuse("INVALID_INPUT", "This server does not accept client metadata documents; the client must register.")
          : findDocument(id);
      }
      const row = await people
        .selectFrom("oauthClient")
        .select(["id", "name", "redirectUris"])
        .where("id", "=", id.replaceAll("\u0000", ""))
        .executeTakeFirst();
      return row ? ok({ ...row, publishedBy: null }) : refuse("INVALID_INPUT", UNKNOWN);
    },
  };
}

/** Reads a client id metadata document (draft-ietf-oauth-client-id-metadata-document). */
async function readDocument(id: string, fetchDocument: FetchDocument): Promise<Result<OAuthClient>> {
  const bad = (why: string) => refuse("INVALID_INPUT", `The client's metadata document ${why}.`);
  const url = URL.canParse(id) ? new URL(id) : undefined;
  if (url?.href !== id || url.pathname === "/" || url.username !== "" || url.password !== "" || url.hash !== "")
    return bad("needs an https address with a path, without user name, password and fragment");
  let answer: Awaited<ReturnType<FetchDocument>>;
  try {
    answer = await fetchDocument(id);
  } catch (error) {
    return bad(`could not be read from ${url.host}: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (answer.status !== 200) return bad(`could not be read: ${url.host} answered with status ${answer.status}`);
  if (Buffer.byteLength(answer.text) > MAX_DOCUMENT_BYTES) return bad(`is larger than ${MAX_DOCUMENT_BYTES} bytes`);
  const parsed = metadata.extend({ client_id: z.literal(id) }).safeParse(parseJson(answer.text));
  if (!parsed.success) return bad(`is not valid: ${faultOf(parsed.error)}`);
  if (!isPublic(parsed.data)) return bad("asks for a client secret or key; this server accepts clients without one");
  const redirectUris = parsed.data.redirect_uris.filter(isUsableRedirect);
  if (redirectUris.length === 0) return bad(`names no usable redirect address. ${NO_REDIRECT}`);
  return ok({ id, name: parsed.data.client_name ?? null, redirectUris, publishedBy: url.host });
}

/** Some clients prefer a key and list `none` as well. */
const isPublic = ({ token_endpoint_auth_method: method = "none", token_endpoint_auth_methods_supported: also }: Metadata) =>
  method === "none" || also?.includes("none") === true;

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

const faultOf = ({ issues }: z.ZodError): string =>
  issues
    .slice(0, 3)
    .map(({ path, message }) => (path.length > 0 ? `${path.join(".")}: ${message}` : message))
    .join("; ");
