import type { Role } from "@countersign/protocol";

/** Who may sign in with a password. */
export const PASSWORD_POLICIES = ["everyone", "administrators"] as const;

/** How people sign in, from `signIn` in `countersign.yaml`. */
export interface SignOnSettings {
  passwords: (typeof PASSWORD_POLICIES)[number];
  providers: SignOnProvider[];
}

export const NO_SIGN_ON: SignOnSettings = { passwords: "everyone", providers: [] };

/** How the client authenticates at the token endpoint (OpenID Connect Core 1.0, section 9). */
export const CLIENT_AUTHENTICATIONS = ["basic", "post"] as const;

/** An OpenID provider. */
export interface SignOnProvider {
  /** Its name in `countersign.yaml` and in the redirect URI. */
  id: string;
  /** Its name on the sign-in page. */
  name: string;
  /** Issuer identifier. Together with the subject it identifies an account, so an account outlives a change of `id`. */
  issuer: string;
  clientId: string;
  /** Undefined: a public client, which PKCE alone protects. */
  clientSecret: string | undefined;
  /** Undefined: what the provider's metadata allows, `basic` first. */
  clientAuthentication: (typeof CLIENT_AUTHENTICATIONS)[number] | undefined;
  scopes: string[];
  /** E-mail domains that the provider speaks for, in lower case. Only addresses of these get a new account. */
  domains: string[];
  /** Whether an address counts without `email_verified`. */
  trustsEmail: boolean;
  /** Claim with the groups of a person: a list of texts. */
  groupsClaim: string;
  /** Hours until a session ends and the provider is asked again. */
  sessionHours: number;
  members: MemberRule[];
}

/** Gives membership of a workspace to the members of a group, or to everybody of the provider. */
export interface MemberRule {
  /** Undefined: the installation's first workspace. */
  workspaceId: string | undefined;
  /** Undefined: everybody. */
  group: string | undefined;
  role: Role;
  teams: string[];
}
