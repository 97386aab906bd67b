import { createHash, randomBytes } from "node:crypto";
import type { ChangeConnection, Connection, JsonObject } from "@countersign/protocol";
import type { Principal } from "../../core/principal.ts";
import { ok, refuse, type Result } from "../../core/refusal.ts";
import { DecryptionError } from "../../engine/secrets/credential-cipher.ts";
import { findConnection } from "../../store/statements/connections.ts";
import { describeFault, faultOfError } from "../connectors/service-fault.ts";
import { ConnectionProblem, openRow, type OpenDeps, type Opened } from "./open-row.ts";

const LIFETIME_MS = 10 * 60_000;
const EXCHANGE_MS = 20_000;

type Change = (by: Principal, id: string, request: ChangeConnection) => Promise<Result<Connection>>;

export interface AuthorizationFlow {
  begin(by: Principal, id: string, redirectUri: string): Promise<Result<{ url: string }>>;
  /** `query` is the query string of the redirect with which the service sent the person back. */
  finish(by: Principal, query: string, redirectUri: string, signal: AbortSignal): Promise<Result<Connection>>;
}

/**
 * Authorization that a person grants at the service. The pending data travels in `state`, encrypted for this connection and
 * person: any process can finish it, nobody else can, and an abandoned one leaves nothing stored.
 */
export function createAuthorization(deps: OpenDeps, change: Change): AuthorizationFlow {
  const stateOf = async (by: Principal, connectionId: string, verifier: string): Promise<string> => {
    const place = { workspaceId: by.workspaceId, connectionId: placeOf(connectionId) };
    const held = { by: by.id, verifier, until: Date.now() + LIFETIME_MS };
    const { sealed, keyId } = (await deps.keys.seal()).encrypt(held, place);
    return Buffer.from(JSON.stringify([connectionId, keyId, Buffer.from(sealed).toString("base64")])).toString("base64url");
  };

  async function readState(by: Principal, state: string): Promise<{ connectionId: string; verifier: string } | undefined> {
    try {
      const [connectionId, keyId, sealed] = JSON.parse(Buffer.from(state, "base64url").toString("utf8")) as unknown[];
      if (typeof connectionId !== "string" || typeof keyId !== "string" || typeof sealed !== "string") return undefined;
      const place = { workspaceId: by.workspaceId, connectionId: placeOf(connectionId) };
      const held: JsonObject = (await deps.keys.seal()).decrypt({ sealed: Buffer.from(sealed, "base64"), keyId }, place);
      const { by: person, until, verifier } = held;
      if (person !== by.id || typeof verifier !== "string" || Number(until) < Date.now()) return undefined;
      return { connectionId, verifier };
    } catch (error) {
      if (error instanceof DecryptionError || error instanceof SyntaxError || error instanceof TypeError) return undefined;
      throw error;
    }
  }

  async function open(by: Principal, id: string): Promise<Result<Opened>> {
    const row = await findConnection(deps.database.kysely, by.workspaceId, id);
    if (!row) return refuse("NOT_FOUND", "There is no such connection.");
    try {
      return ok(await openRow(deps, row));
    } catch (error) {
      if (error instanceof ConnectionProblem) return refuse("INVALID_STATE", error.message);
      throw error;
    }
  }

  return {
    async begin(by, id, redirectUri) {
      const opened = await open(by, id);
      if (!opened.ok) return opened;
      const { connector, open: connection } = opened.value;
      if (!connector.authorization)
        return refuse("INVALID_STATE", `${connector.title} has no accounts to connect; enter credentials.`);
      const verifier = randomBytes(48).toString("base64url");
      const challenge = createHash("sha256").update(verifier).digest("base64url");
      const state = await stateOf(by, id, verifier);
      return ok({ url: connector.authorization.url(connection, { redirectUri, state, challenge }) });
    },

    async finish(by, text, redirectUri, signal) {
      const query = new URLSearchParams(text);
      const state = query.get("state") ?? "";
      const known = await readState(by, state);
      if (!known) {
        return refuse(
          "INVALID_INPUT",
          "This authorization was not started by you in the last ten minutes. Connect the account again.",
          {
            errors: [
              { path: "/query", message: "does not match an authorization of this workspace and person, or has expired" },
            ],
          },
        );
      }
      const opened = await open(by, known.connectionId);
      if (!opened.ok) return opened;
      const { connector, open: connection, mask } = opened.value;
      if (!connector.authorization) return refuse("INVALID_STATE", `${connector.title} has no accounts to connect.`);
      try {
        const answer = { query, redirectUri, state, verifier: known.verifier };
        const until = AbortSignal.any([signal, AbortSignal.timeout(EXCHANGE_MS)]);
        const credentials = await connector.authorization.exchange(connection, answer, until);
        return await change(by, known.connectionId, { credentials: credentials as JsonObject });
      } catch (error) {
        return refuse("INVALID_STATE", mask(describeFault(connector.title, faultOfError(error))));
      }
    },
  };
}

/** Separates the encryption contexts: a `state` cannot be opened as credentials, nor credentials as a `state`. */
const placeOf = (connectionId: string): string => `authorization of ${connectionId}`;
