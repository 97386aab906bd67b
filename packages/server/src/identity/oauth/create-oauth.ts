import type { AnswerConnection, AuthorizationRequest, ConnectionReview } from "@countersign/protocol";
import type { Principal } from "../../core/principal.ts";
import { refuse, type Result } from "../../core/refusal.ts";
import type { People } from "../people-tables.ts";
import { createOAuthClients, registerClient, type FetchDocument, type Registered } from "./clients.ts";
import { answerConnection, endpointOf, reviewConnection } from "./connections.ts";
import { exchangeCode, refreshTokens, revokeByToken, type TokenAnswer } from "./tokens.ts";

/** How clients that nobody configured may say who they are. */
export const CLIENT_KINDS = ["documents", "registration"] as const;
export type ClientKind = (typeof CLIENT_KINDS)[number];

/** Sign-in of agents by OAuth 2.1: this server as the authorization server of its own MCP endpoints. */
export interface OAuth {
  /** Ways in which clients may identify themselves. */
  accepts: readonly ClientKind[];
  register(body: unknown): Promise<Result<Registered>>;
  review(by: Principal, request: AuthorizationRequest): Promise<Result<ConnectionReview | { redirectTo: string }>>;
  answer(by: Principal, answer: AnswerConnection): Promise<Result<{ redirectTo: string }>>;
  /** The token endpoint, with the fields of its form. */
  token(form: ReadonlyMap<string, string>): Promise<TokenAnswer>;
  revoke(form: ReadonlyMap<string, string>): Promise<void>;
}

interface OAuthDeps {
  people: People;
  secret: string;
  issuer: string;
  now: () => number;
  accepts: readonly ClientKind[];
  fetchDocument: FetchDocument;
  /** Called after each change of an agent's rights. */
  onChange: (workspaceId: string) => void;
  /** Called after tokens were revoked. */
  onRevoke: () => void;
}

const invalid = (why: string): TokenAnswer => ({ ok: false, error: { error: "invalid_request", error_description: why } });

export function createOAuth({ people, secret, issuer, now, accepts, fetchDocument, onChange, onRevoke }: OAuthDeps): OAuth {
  const clients = createOAuthClients(people, accepts.includes("documents") ? fetchDocument : undefined, now);
  const deps = { people, clients, issuer };

  async function token(form: ReadonlyMap<string, string>): Promise<TokenAnswer> {
    const field = (name: string): string => form.get(name) ?? "";
    const clientId = field("client_id");
    if (clientId === "") return invalid("client_id is missing");
    const resource = form.get("resource");
    const endpoint = endpointOf(issuer, resource);
    if (endpoint === undefined)
      return { ok: false, error: { error: "invalid_target", error_description: "resource is not an MCP endpoint here" } };
    const asked = { clientId, endpoint: resource === undefined ? undefined : endpoint };
    switch (form.get("grant_type")) {
      case "authorization_code": {
        const [code, verifier, redirectUri] = [field("code"), field("code_verifier"), field("redirect_uri")];
        return exchangeCode({ people, secret }, { ...asked, code, verifier, redirectUri });
      }
      case "refresh_token":
        return refreshTokens({ people, secret }, { ...asked, token: field("refresh_token") });
      default: {
        const error_description = "grant_type must be authorization_code or refresh_token";
        return { ok: false, error: { error: "unsupported_grant_type", error_description } };
      }
    }
  }

  return {
    accepts,
    register: async (body) =>
      accepts.includes("registration")
        ? registerClient(people, body)
        : refuse("FORBIDDEN", "Clients cannot register here. Use a client with a metadata document, or an agent key."),
    review: (by, request) => reviewConnection(deps, by, request),
    async answer(by, answer) {
      const answered = await answerConnection(deps, by, answer);
      if (answered.ok) onChange(by.workspaceId);
      return answered;
    },
    async token(form) {
      const answer = await token(form);
      if (!answer.ok && answer.revoked) onRevoke();
      return answer;
    },
    async revoke(form) {
      await revokeByToken(people, form.get("token") ?? "", form.get("client_id"));
      onRevoke();
    },
  };
}
