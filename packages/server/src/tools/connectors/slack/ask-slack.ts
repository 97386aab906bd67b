import { WebAPIHTTPError, WebAPIPlatformError, WebAPIRateLimitedError, WebAPIRequestError, WebClient } from "@slack/web-api";
import type { OpenConnection } from "../connector.ts";
import { SILENT_LOGGER, slackFetch } from "./client-options.ts";
import { faultOfError, faultOfStatus, ServiceFault, type FaultKind } from "../service-fault.ts";

export type SlackConnection = Pick<
  OpenConnection<{ botToken: string }, { apiUrl: string }>,
  "settings" | "credentials" | "fetch"
>;

/** Calls Slack's Web API once, without its library's retries; throws a `ServiceFault`. */
export async function askSlack<T>(
  { settings, credentials, fetch }: SlackConnection,
  signal: AbortSignal,
  ask: (client: WebClient) => Promise<T>,
): Promise<T> {
  const client = new WebClient(credentials.botToken, {
    slackApiUrl: settings.apiUrl,
    fetch: slackFetch(fetch, signal),
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    allowAbsoluteUrls: false,
    logger: SILENT_LOGGER,
  });
  return ask(client).catch((error: unknown) => {
    throw faultOf(error);
  });
}

/** Converts an error of Slack's libraries. */
export function faultOf(error: unknown): ServiceFault {
  if (error instanceof WebAPIRateLimitedError)
    return new ServiceFault("rate_limit", "", { retryAfterSeconds: error.retryAfter });
  if (error instanceof WebAPIPlatformError) return faultOfCode(error.data.error);
  if (error instanceof WebAPIHTTPError) {
    const headers = new Headers(Object.entries(error.headers).map(([name, value]) => [name, String(value)]));
    return faultOfStatus(error.statusCode, headers);
  }
  return faultOfError(error instanceof WebAPIRequestError ? error.original : error);
}

/** Codes of https://docs.slack.dev/reference/methods/chat.postMessage and chat.update, with what a person can do. */
const CODES: Readonly<Record<string, [kind: FaultKind, advice?: string]>> = {
  not_authed: ["auth"],
  invalid_auth: ["auth"],
  account_inactive: ["auth"],
  token_revoked: ["auth"],
  token_expired: ["auth"],
  not_allowed_token_type: ["auth"],
  missing_scope: ["auth", "Give the app the scope chat:write and install it again."],
  no_permission: ["auth"],
  channel_not_found: ["not_found", "Enter the channel's ID. For a private channel, first invite the app to it."],
  not_in_channel: ["not_found", "Invite the app to the channel."],
  is_archived: ["not_found", "The channel is archived."],
  restricted_action: ["not_found", "A Slack administrator restricts who can post there."],
  message_not_found: ["stale", "The message was deleted."],
  cant_update_message: ["stale"],
  edit_window_closed: ["stale"],
  msg_too_long: ["validation"],
  msg_blocks_too_long: ["validation"],
  invalid_blocks: ["validation"],
  invalid_blocks_format: ["validation"],
  no_text: ["validation"],
  too_many_attachments: ["validation"],
  users_not_found: ["validation", "There is no such person in this Slack workspace."],
  user_not_found: ["validation", "There is no such person in this Slack workspace."],
  cannot_dm_bot: ["validation", "This account cannot receive messages."],
  ratelimited: ["rate_limit"],
  rate_limited: ["rate_limit"],
  message_limit_exceeded: ["rate_limit"],
};

/** A code that is not listed is taken for a fault that passes. A channel can be put right; a refused message cannot. */
function faultOfCode(code: string): ServiceFault {
  const [kind, advice] = CODES[code] ?? ["server"];
  const said = `(${code})${advice === undefined ? "" : ` ${advice}`}`;
  return new ServiceFault(kind, said, { canBeMended: kind === "not_found" });
}
