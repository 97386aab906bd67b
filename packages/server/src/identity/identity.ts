import type { ChangeKey, ChangeWorkspaceSettings, Key, Member, RotateKey, WorkspaceSettings } from "@countersign/protocol";
import type { Principal } from "../core/principal.ts";
import type { Result } from "../core/refusal.ts";
import type { AccountMail } from "../ports/account-mail.ts";
import type { Database } from "../store/database.ts";
import { findFirstWorkspace } from "../store/statements/workspaces.ts";
import { keepAdminToken, revokeTokens } from "./admin-token.ts";
import { authenticate, findAgentKey, judgeKey, type Authentication, type FoundKey } from "./authenticate.ts";
import { bootstrapWorkspace, type FirstCredentials } from "./bootstrap-workspace.ts";
import { handleSignIn } from "./handle-sign-in.ts";
import { confirmPassword } from "./confirm-password.ts";
import { createKeyCache } from "./key-cache.ts";
import { openKeyUse } from "./key-use.ts";
import { changeKey, endFormerKey, rotateKey } from "./change-key.ts";
import { createKey, listKeys, revokeKey, type CreatedKey, type CreateKeyRequest } from "./keys.ts";
import { createInvitations, type InvitationDelivery, type Invited } from "./invitations.ts";
import { changeMember, listMembers, removeMember, type AddMemberRequest, type ChangeMemberRequest } from "./members.ts";
import type { FetchDocument } from "./oauth/clients.ts";
import { createOAuth, type ClientKind, type OAuth } from "./oauth/create-oauth.ts";
import { openAuth } from "./open-auth.ts";
import { createPasswords } from "./passwords.ts";
import { openPeople, type People } from "./people-tables.ts";
import { createSignOn } from "./sign-on/create-sign-on.ts";
import type { SignOnSettings } from "./sign-on/sign-on-settings.ts";
import { resignCookie } from "./resign-cookie.ts";
import { principalNames, type PrincipalKey } from "./principal-names.ts";
import { hashSecret } from "./secret-token.ts";
import { createSignInAttempts, DEFAULT_ATTEMPTS, type AttemptLimits } from "./sign-in-attempts.ts";
import { consumeLink, createLink, signInUrl } from "./sign-in-link.ts";
import { findWaitingAdministrator } from "./waiting-administrator.ts";
import { changeWorkspaceSettings, readWorkspaceSettings } from "./workspace-settings.ts";

/** People with their sessions and roles, and the keys of agents, workers and people. */
export interface Identity {
  /** Handles everything under `/api/auth`. `clientAddress`: the peer's; without it all clients share one attempt limit. */
  handler(request: Request, clientAddress?: string): Promise<Response>;
  /** `workspaceId` is the one that the request names, if any; `address` the client's, without which no key that needs one is valid. */
  authenticate(request: Request, workspaceId?: string | null, address?: string): Promise<Authentication>;
  /** Like `authenticate`, on the database connection for requests that must not wait behind other statements. */
  authenticateUrgently(request: Request, workspaceId?: string | null, address?: string): Promise<Authentication>;
  /** Authenticates an agent's `Authorization` header at the MCP endpoints, where OAuth tokens are valid too; cached for one second. */
  recognise(authorization: string, address?: string): Authentication | Promise<Authentication>;

  /** Takes the sign-in settings of `countersign.yaml`; sessions that they do not allow end. Until then there are no providers. */
  configureSignOn(settings: SignOnSettings): Promise<void>;
  /** Refuses unless this is the person's own password. Failures count like those of a sign-in. */
  confirmPassword(by: Principal, given: { password: string; address: string | undefined }): Promise<Result<unknown>>;

  /** Returns the raw token of a sign-in link: single use, valid for 15 minutes. */
  createSignInLink(userId: string): Promise<string>;
  /** Returns the link's user id; null if it is unknown, used or expired. `POST /api/auth/sign-in/link` also opens a session. */
  consumeSignInLink(token: string): Promise<string | null>;
  signInUrl(token: string): string;

  /** Sign-in of agents by OAuth; undefined: they need keys. */
  oauth: OAuth | undefined;

  createKey(by: Principal, request: CreateKeyRequest): Promise<Result<CreatedKey>>;
  listKeys(by: Principal): Promise<Result<Key[]>>;
  revokeKey(by: Principal, id: string): Promise<Result<Key>>;
  /** Changes when an agent's or a worker's key expires, and from where it is accepted. */
  changeKey(by: Principal, id: string, change: ChangeKey): Promise<Result<Key>>;
  /** Replaces an agent's or a worker's key; returns the new one, and keeps the former one valid for a while. */
  rotateKey(by: Principal, id: string, request: RotateKey): Promise<Result<CreatedKey>>;
  /** Ends the key that a rotation replaced, before its time. */
  endFormerKey(by: Principal, id: string): Promise<Result<Key>>;

  listMembers(by: Principal): Promise<Result<Member[]>>;
  addMember(by: Principal, request: AddMemberRequest): Promise<Result<Invited>>;
  renewInvitation(by: Principal, userId: string): Promise<Result<InvitationDelivery>>;
  changeMember(by: Principal, userId: string, change: ChangeMemberRequest): Promise<Result<Member>>;
  removeMember(by: Principal, userId: string): Promise<Result<{ userId: string }>>;

  /** Whether this is the oldest workspace, whose administrators also see what belongs to the whole installation. */
  isFirstWorkspace(workspaceId: string): Promise<boolean>;
  workspaceSettings(by: Principal): Promise<Result<WorkspaceSettings>>;
  changeWorkspaceSettings(by: Principal, change: ChangeWorkspaceSettings): Promise<Result<WorkspaceSettings>>;

  /** Display names by `kind:id`; ids unknown to the workspace are omitted. */
  principalNames(workspaceId: string, refs: readonly PrincipalKey[]): Promise<Map<string, string>>;

  /** Revokes a token by its text, as the system; does nothing if there is none. */
  revokeToken(token: string): Promise<void>;
  /** Makes COUNTERSIGN_ADMIN_TOKEN a token of the first administrator; undefined revokes it. False: somebody revoked it. */
  keepAdminToken(token: string | undefined): Promise<boolean>;
  /** Creates the first credentials in an empty store; null if a workspace exists. */
  bootstrapWorkspace(): Promise<FirstCredentials | null>;
  /** Id of the first administrator while no administrator has a password; the server prints a sign-in link for this person. */
  findWaitingAdministrator(): Promise<string | null>;
  /** Waits for background writes and mails that are being sent; must be called before the database closes. */
  close(): Promise<void>;
}

export interface IdentityOptions {
  database: Database;
  /** At least 32 characters each. The first signs session cookies, all are accepted. Processes of a deployment share them. */
  secrets: readonly [string, ...string[]];
  /** Public address of this server; cookies are `Secure` if it is https. */
  baseUrl: string;
  now?: () => number;
  /** Sends invitations and links for forgotten passwords; undefined: they are passed on by hand. */
  mail?: AccountMail;
  /** Limits on failed sign-in attempts. */
  attempts?: AttemptLimits;
  /** Lets agents sign in by OAuth. */
  oauth?: { accepts: readonly ClientKind[]; fetchDocument: FetchDocument };
  /** Receives faults that are not returned to a caller. Messages never contain a secret. */
  log?: (message: string) => void;
}

const MIN_SECRET_LENGTH = 32;

export function createIdentity(options: IdentityOptions): Identity {
  const { database, secrets, baseUrl, now = Date.now, attempts: limits = DEFAULT_ATTEMPTS, log = () => {} } = options;
  if (secrets.some((secret) => secret.length < MIN_SECRET_LENGTH))
    throw new TypeError(`the session secret needs at least ${MIN_SECRET_LENGTH} characters`);
  const { kysely, urgent } = database;
  const people = openPeople(kysely);
  const keyUse = openKeyUse(people, now, log);
  const [secret] = secrets;
  /** Replaces a cookie's signature by a former secret with one by the current secret. */
  const resign = (cookie: string): string => resignCookie(cookie, secrets);
  const mailDeps = { people, mail: options.mail, baseUrl, log };
  const invitations = createInvitations({ ...mailDeps, notify: database.notify });
  const attempts = createSignInAttempts(people, limits, now);
  const passwords = createPasswords({ ...mailDeps, attempts });
  const signOn = createSignOn({ people, baseUrl, onChange: database.notify, log });
  const settings = { passwords, signOn, secret, baseUrl, attemptSeconds: limits.windowSeconds, log };
  const auth = openAuth({ ...settings, kysely, people });
  const parts = { auth, people, keyUse, resign, now };
  const urgentPeople = openPeople(urgent);
  const urgentAuth = urgent === kysely ? auth : openAuth({ ...settings, kysely: urgent, people: urgentPeople });
  const urgentParts = { auth: urgentAuth, people: urgentPeople, keyUse, resign, now };
  const signIn = { auth, people, attempts, baseUrl, resign };
  const keyCache = createKeyCache();
  /** After a change of keys, so that it applies to the next request. */
  const forget = (): void => keyCache.clear();
  /** Notifies open pages at once. */
  const tell =
    ({ workspaceId }: Principal) =>
    ({ ok }: Result<unknown>): void => {
      if (ok) database.notify(workspaceId);
    };
  return {
    handler: (request, clientAddress) => handleSignIn(signIn, request, clientAddress),
    authenticate: (request, workspaceId = null, address) => authenticate(parts, request, workspaceId, address),
    authenticateUrgently: (request, workspaceId = null, address) => authenticate(urgentParts, request, workspaceId, address),
    recognise(authorization, address) {
      const known = keyCache.find(authorization, () => findAgentKey(parts, authorization));
      const judge = (key: FoundKey): Authentication => judgeKey(parts, key, address);
      return known instanceof Promise ? known.then(judge) : judge(known);
    },
    configureSignOn: (next) => signOn.configure(next),
    oauth: openOAuth(options, people, forget),
    async confirmPassword(by, given) {
      const { password } = await auth.$context;
      return confirmPassword({ people, attempts, verify: password.verify }, by.id, given);
    },
    createSignInLink: (userId) => createLink(people, userId),
    consumeSignInLink: (token) => consumeLink(people, token, "sign_in"),
    signInUrl: (token) => signInUrl(baseUrl, token),
    createKey: (by, request) => createKey(people, by, request),
    listKeys: (by) => listKeys(people, by),
    revokeKey: (by, id) => after(revokeKey(people, by, id), forget),
    changeKey: (by, id, change) => after(changeKey(people, by, id, change), forget),
    rotateKey: (by, id, request) => after(rotateKey(people, by, id, request), forget),
    endFormerKey: (by, id) => after(endFormerKey(people, by, id), forget),
    listMembers: (by) => listMembers(people, by, signOn.isProvider),
    addMember: (by, request) => invitations.add(by, request),
    renewInvitation: (by, userId) => invitations.renew(by, userId),
    changeMember: (by, userId, change) =>
      after(changeMember(people, by, userId, change, signOn.isProvider), tell(by), signOn.endRefusedSessions),
    removeMember: (by, userId) => after(removeMember(people, by, userId), tell(by), forget, signOn.endRefusedSessions),
    isFirstWorkspace: async (workspaceId) => workspaceId === (await findFirstWorkspace(kysely)),
    workspaceSettings: (by) => readWorkspaceSettings(people, by),
    changeWorkspaceSettings: (by, change) => changeWorkspaceSettings(people, by, change),
    principalNames: (workspaceId, refs) => principalNames(people, workspaceId, refs),
    async revokeToken(token) {
      await people.transaction().execute((transaction) => revokeTokens(transaction, hashSecret(token)));
      forget();
    },
    keepAdminToken: (token) => keepAdminToken(people, token),
    bootstrapWorkspace: () => bootstrapWorkspace(people),
    findWaitingAdministrator: () => findWaitingAdministrator(people),
    async close() {
      await Promise.all([keyUse.settle(), passwords.settle()]);
    },
  };
}

/** Calls each of `steps` in turn with the result of a change, and returns the result. */
async function after<T>(
  change: Promise<Result<T>>,
  ...steps: readonly ((result: Result<T>) => void | Promise<void>)[]
): Promise<Result<T>> {
  const result = await change;
  for (const step of steps) await step(result);
  return result;
}

function openOAuth(
  { oauth, database, secrets, baseUrl, now = Date.now }: IdentityOptions,
  people: People,
  onRevoke: () => void,
) {
  if (!oauth) return undefined;
  const [secret] = secrets;
  return createOAuth({ ...oauth, people, secret, issuer: baseUrl, now, onChange: database.notify, onRevoke });
}
