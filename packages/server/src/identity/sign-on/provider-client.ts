import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  type ClientAuth,
  type Configuration,
  type ServerMetadata,
} from "openid-client";
import { z } from "zod";
import { emailSchema } from "../account-setup.ts";
import type { ProvedPerson } from "./admit.ts";
import type { SignOnProvider } from "./sign-on-settings.ts";

/** Seconds for one request to a provider. */
const TIMEOUT_SECONDS = 10;
/** Seconds by which the provider's clock may differ from ours. */
const CLOCK_TOLERANCE_SECONDS = 60;

/** What protects one sign-in: `nonce` ties the ID token to it, `codeVerifier` the code. */
export interface SignOnSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** Address of the provider at which the person signs in. Throws if the provider cannot be reached or is another one. */
export async function authorizationUrl(
  provider: SignOnProvider,
  redirectUri: string,
  { state, nonce, codeVerifier }: SignOnSecrets,
): Promise<URL> {
  return buildAuthorizationUrl(await discover(provider), {
    redirect_uri: redirectUri,
    scope: provider.scopes.join(" "),
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: "S256",
    state,
    nonce,
  });
}

/**
 * Exchanges the authorization code in the redirect `returned` for tokens, and reads the person's claims. Throws if the response does
 * not belong to this sign-in or is not valid.
 */
export async function readPerson(
  provider: SignOnProvider,
  returned: URL,
  { state, nonce, codeVerifier }: SignOnSecrets,
): Promise<ProvedPerson> {
  const client = await discover(provider);
  const tokens = await authorizationCodeGrant(client, returned, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  });
  const stated = tokens.claims()!;
  const subject = stated.sub;
  if (subject === "") throw new Error("the ID token names no subject");
  const isMissing = [stated["email"], stated[provider.groupsClaim]].includes(undefined);
  const asksMore = isMissing && client.serverMetadata().userinfo_endpoint !== undefined;
  const more = asksMore ? await fetchUserInfo(client, tokens.access_token, subject) : {};
  return { subject, ...readClaims({ ...more, ...stated }, provider.groupsClaim) };
}

/**
 * Reads the provider's metadata. Nothing is kept between sign-ins, so that changed keys and endpoints count at once: it is two
 * small requests for each.
 */
async function discover(provider: SignOnProvider): Promise<Configuration> {
  const { issuer, clientId } = provider;
  const isInsecure = new URL(issuer).protocol === "http:";
  const client = await discovery(
    new URL(issuer),
    clientId,
    { [clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    authenticate(provider),
    {
      timeout: TIMEOUT_SECONDS,
      // An ID token's signature is checked, although it comes from the provider directly.
      execute: [enableNonRepudiationChecks, ...(isInsecure ? [allowInsecureRequests] : [])],
    },
  );
  const told = client.serverMetadata().issuer;
  if (told !== issuer) throw new Error(`the provider names itself ${told}; write its issuer like this`);
  return client;
}

/** Authenticates as the settings say, or else in the way that the provider's metadata allows, `client_secret_basic` first. */
function authenticate({ clientSecret, clientAuthentication }: SignOnProvider): ClientAuth {
  if (clientSecret === undefined) return None();
  const [basic, post] = [ClientSecretBasic(clientSecret), ClientSecretPost(clientSecret)];
  return (server, ...rest) => {
    const isBasic = clientAuthentication === undefined ? allowsBasic(server) : clientAuthentication === "basic";
    (isBasic ? basic : post)(server, ...rest);
  };
}

const allowsBasic = ({ token_endpoint_auth_methods_supported: allowed }: ServerMetadata): boolean =>
  allowed?.includes("client_secret_basic") ?? true;

/** Some providers send a text instead of a boolean, or of a list with one group. A claim of another shape counts as absent. */
const claimsSchema = z.object({
  email: emailSchema.optional().catch(undefined),
  email_verified: z.union([z.boolean(), z.stringbool()]).catch(false),
  name: z.string().optional().catch(undefined),
});
const groupsSchema = z
  .union([z.array(z.string()), z.string().transform((group) => [group])])
  .optional()
  .catch(undefined);

function readClaims(claims: Readonly<Record<string, unknown>>, groupsClaim: string): Omit<ProvedPerson, "subject"> {
  const { email, email_verified: isEmailVerified, name } = claimsSchema.parse(claims);
  return { email, isEmailVerified, name, groups: groupsSchema.parse(claims[groupsClaim]) };
}
