import type { AnswerConnection, AuthorizationRequest, ConnectionReview, Risk } from "@countersign/protocol";
import { sql } from "kysely";
import { judgeLowering } from "../../core/judge-lowering.ts";
import { hasRole, type Principal } from "../../core/principal.ts";
import { ok, refuse, type Refusal, type Result } from "../../core/refusal.ts";
import { lockAuditHead } from "../../store/statements/audit-events.ts";
import { readProtections } from "../../store/statements/protections.ts";
import { refuseImitation } from "../../store/statements/refuse-imitation.ts";
import { withoutPeople, type People } from "../people-tables.ts";
import { recordChange } from "../record-change.ts";
import { hashSecret, makeId, makeSecret } from "../secret-token.ts";
import type { OAuthClient, OAuthClients } from "./clients.ts";
import { isLocalRedirect, matchesRedirect, redirectWith } from "./redirects.ts";
import { CODE_SECONDS, GRANT_SECONDS } from "./tokens.ts";

export interface ConnectionDeps {
  people: People;
  clients: OAuthClients;
  /** Address of this server, which is the issuer of codes and tokens. */
  issuer: string;
}

/** A valid request of a client, or where its answer goes although it is refused. */
type Checked =
  | { kind: "valid"; client: OAuthClient; redirectUri: string; endpoint: string; challenge: string; state: string | undefined }
  | { kind: "refused"; redirectTo: string };

/** Path of the whole endpoint, which is meant if a client names none. */
const DEFAULT_ENDPOINT = "/mcp";
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** Path of one of this server's MCP endpoints by its address (RFC 8707); undefined for every other address. */
export function endpointOf(issuer: string, resource: string | undefined): string | undefined {
  if (resource === undefined) return DEFAULT_ENDPOINT;
  if (!resource.startsWith(`${issuer}/`)) return undefined;
  const path = resource.slice(issuer.length).replace(/\/$/, "");
  return path === DEFAULT_ENDPOINT || /^\/mcp\/[gs]\/[^/?#]+$/.test(path) ? path : undefined;
}

/** Without a client and an address that belongs to it, a refusal is shown to the person; otherwise the client is told. */
async function check({ clients, issuer }: ConnectionDeps, request: AuthorizationRequest): Promise<Result<Checked>> {
  if (request.client_id === undefined)
    return refuse("INVALID_INPUT", "The client did not identify itself: client_id is missing.");
  const found = await clients.find(request.client_id);
  if (!found.ok) return found;
  const client = found.value;
  const only = client.redirectUris.length === 1 ? client.redirectUris[0] : undefined;
  const redirectUri = request.redirect_uri ?? only;
  if (redirectUri === undefined || !matchesRedirect(client.redirectUris, redirectUri)) {
    return refuse(
      "INVALID_INPUT",
      "The client asked for the answer to be sent to an address that it did not register. Nothing was sent. Do not continue if you did not start this yourself.",
    );
  }
  const { state } = request;
  const no = (error: string, why: string): Result<Checked> =>
    ok({ kind: "refused", redirectTo: redirectWith(redirectUri, { error, error_description: why, state, iss: issuer }) });
  if (request.response_type !== "code") return no("unsupported_response_type", "response_type must be code");
  const { code_challenge: challenge = "" } = request;
  if (request.code_challenge_method !== "S256" || !CHALLENGE.test(challenge))
    return no("invalid_request", "code_challenge with code_challenge_method=S256 is required");
  const endpoint = endpointOf(issuer, request.resource);
  if (endpoint === undefined) return no("invalid_target", "resource is not an MCP endpoint of this server");
  return ok({ kind: "valid", client, redirectUri, endpoint, challenge, state });
}

/** The agent that the client already is for this person. */
const findAgent = (people: People, { workspaceId, id }: Principal, client: OAuthClient) =>
  people
    .selectFrom("apiKey")
    .select(["id", "name", "groups", "maxRisk", "selfConfirmMaxRisk"])
    .where("workspaceId", "=", workspaceId)
    .where("actsFor", "=", id)
    .where("oauthClientId", "=", client.id)
    .where("revokedAt", "is", null)
    .executeTakeFirst();

/** What to ask the person, or where to send the browser if the client's request is not valid. */
export async function reviewConnection(
  deps: ConnectionDeps,
  by: Principal,
  request: AuthorizationRequest,
): Promise<Result<ConnectionReview | { redirectTo: string }>> {
  const checked = await check(deps, request);
  if (!checked.ok) return checked;
  if (checked.value.kind === "refused") return ok({ redirectTo: checked.value.redirectTo });
  const { client, redirectUri, endpoint } = checked.value;
  const agent = await findAgent(deps.people, by, client);
  return ok({
    client: { id: client.id, name: client.name, publishedBy: client.publishedBy },
    redirectHost: new URL(redirectUri).host,
    isOnThisComputer: isLocalRedirect(redirectUri),
    endpoint,
    agent: agent
      ? {
          ...agent,
          maxRisk: agent.maxRisk as Risk | null,
          selfConfirmMaxRisk: agent.selfConfirmMaxRisk as Risk | null,
        }
      : null,
  });
}

/** Records the person's answer and returns where the browser goes: to the client, with a code or a refusal. */
export async function answerConnection(
  deps: ConnectionDeps,
  by: Principal,
  answer: AnswerConnection,
): Promise<Result<{ redirectTo: string }>> {
  const checked = await check(deps, answer.request);
  if (!checked.ok) return checked;
  const { value: request } = checked;
  if (request.kind === "refused") return ok({ redirectTo: request.redirectTo });
  const { redirectUri, state } = request;
  const back = (more: Record<string, string>) =>
    ok({ redirectTo: redirectWith(redirectUri, { ...more, state, iss: deps.issuer }) });
  if (!answer.allow) return back({ error: "access_denied", error_description: "the person did not allow it" });
  if (!hasRole(by, "admin"))
    return refuse(
      "FORBIDDEN",
      "Only an administrator can connect an agent. Ask an administrator to connect it, or to give you an agent key.",
    );
  const code = makeSecret();
  const allowed = await deps.people.transaction().execute((transaction) => allow(transaction, by, request, answer, code));
  return allowed.ok ? back({ code }) : allowed;
}

async function allow(
  transaction: People,
  by: Principal,
  { client, redirectUri, endpoint, challenge }: Extract<Checked, { kind: "valid" }>,
  answer: AnswerConnection,
  code: string,
): Promise<Result<unknown>> {
  const { workspaceId } = by;
  await lockAuditHead(withoutPeople(transaction), workspaceId);
  const agent = await findAgent(transaction, by, client);
  const name = answer.name ?? agent?.name ?? client.name ?? client.id;
  const groups = [...new Set(answer.groups ?? agent?.groups ?? ["default"])];
  const maxRisk = answer.maxRisk === undefined ? (agent?.maxRisk ?? null) : answer.maxRisk;
  const selfConfirmMaxRisk =
    answer.selfConfirmMaxRisk === undefined ? (agent?.selfConfirmMaxRisk ?? null) : answer.selfConfirmMaxRisk;
  const values = { name, groups, maxRisk, selfConfirmMaxRisk };
  const judged = await judge(transaction, by, agent?.id, values, answer.confirm);
  if ("refusal" in judged) return { ok: false, refusal: judged.refusal };
  const agentId = agent?.id ?? makeId("key");
  if (agent) {
    await transaction
      .updateTable("apiKey")
      .set(values)
      .where("workspaceId", "=", workspaceId)
      .where("id", "=", agentId)
      .execute();
  } else {
    // Nobody has the key with this hash: the agent comes with access tokens only.
    const unknown = hashSecret(makeSecret());
    await transaction
      .insertInto("apiKey")
      .values({
        ...values,
        workspaceId,
        id: agentId,
        kind: "agent",
        actsFor: by.id,
        oauthClientId: client.id,
        tokenHash: unknown,
        prefix: "",
      })
      .execute();
  }
  await giveCode(transaction, { workspaceId, agentId, clientId: client.id, endpoint, redirectUri, challenge, code });
  const data = {
    ...values,
    agentId,
    actsFor: by.id,
    clientId: client.id,
    redirectHost: new URL(redirectUri).host,
    endpoint,
    ...(judged.lowered.length > 0 && { lowered: judged.lowered }),
  };
  const settings = [["api_key", agentId]] as const;
  await recordChange(transaction, { workspaceId, kind: "agent.connected", actor: by, data, settings });
  return ok(undefined);
}

/** Refuses a name like another's, and what lowers protection without a confirmation. */
async function judge(
  transaction: People,
  { workspaceId, id: actsFor }: Principal,
  self: string | undefined,
  values: { name: string; groups: string[]; maxRisk: number | null; selfConfirmMaxRisk: number | null },
  confirm: boolean | undefined,
): Promise<{ lowered: string[] } | { refusal: Refusal }> {
  const db = withoutPeople(transaction);
  const imitates = await refuseImitation(db, workspaceId, {
    kind: "agent",
    name: values.name,
    ...(self !== undefined && { self }),
  });
  if (imitates) return { refusal: imitates };
  const before = await readProtections(db, workspaceId);
  const known = before.agents.find(({ id }) => id === self);
  const agent = { ...(known ?? { id: "", inClient: false, actsFor }), ...values };
  const others = before.agents.filter(({ id }) => id !== self);
  const { lowered, refusal } = judgeLowering(before, { ...before, agents: [...others, agent] }, confirm);
  return refusal ? { refusal } : { lowered };
}

interface NewCode {
  workspaceId: string;
  agentId: string;
  clientId: string;
  endpoint: string;
  redirectUri: string;
  challenge: string;
  code: string;
}

async function giveCode(transaction: People, given: NewCode): Promise<void> {
  const { workspaceId, agentId, clientId, endpoint, redirectUri, challenge, code } = given;
  const after = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;
  await deleteEnded(transaction);
  await transaction
    .updateTable("oauthClient")
    .set({ allowedAt: sql<Date>`now()` })
    .where("id", "=", clientId)
    .execute();
  const grantId = makeId("grant");
  await transaction
    .insertInto("oauthGrant")
    .values({ id: grantId, workspaceId, agentId, clientId, endpoint, endsAt: after(GRANT_SECONDS) })
    .execute();
  await transaction
    .insertInto("oauthCode")
    .values({ hash: hashSecret(code), grantId, redirectUri, codeChallenge: challenge, expiresAt: after(CODE_SECONDS) })
    .execute();
}

/** Deletes sign-ins that are over, and those whose code was never exchanged. */
const deleteEnded = (transaction: People) =>
  transaction
    .deleteFrom("oauthGrant")
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb("endsAt", "<", sql<Date>`now()`),
        exists(
          selectFrom("oauthCode")
            .select("hash")
            .whereRef("oauthCode.grantId", "=", "oauthGrant.id")
            .where("usedAt", "is", null)
            .where("expiresAt", "<", sql<Date>`now() - interval '1 hour'`),
        ),
      ]),
    )
    .execute();
