import type { ChannelAccount } from "../../../ports/channel.ts";
import { ServiceFault } from "../service-fault.ts";
import { askSlack, type SlackConnection } from "./ask-slack.ts";

const MEMBER_ID = /^[UW][A-Z0-9]{5,30}$/;
/** Slack's own account, which its API does not call a bot. */
const SLACKBOT = "USLACKBOT";

/** Finds a full member of the Slack workspace by mail address or member ID. */
export async function findPerson(open: SlackConnection, named: string, signal: AbortSignal): Promise<ChannelAccount> {
  if (!MEMBER_ID.test(named) && !named.includes("@"))
    throw new ServiceFault("validation", "Enter the mail address of the account, or its member ID such as U024BE7LH.");
  const own = await askSlack(open, signal, ({ auth }) => auth.test());
  const { user } = await askSlack(open, signal, ({ users }) =>
    MEMBER_ID.test(named) ? users.info({ user: named }) : users.lookupByEmail({ email: named }),
  );
  const { id, deleted, is_bot: isBot, is_restricted: isGuest, is_ultra_restricted: isSingleChannelGuest } = user ?? {};
  // People of other companies are in shared channels. In an organization, a person may belong to another workspace of it.
  const isOurs =
    (own.team_id !== undefined && user?.team_id === own.team_id) ||
    (own.enterprise_id !== undefined && user?.enterprise_user?.enterprise_id === own.enterprise_id);
  if (id === undefined || id === SLACKBOT || deleted || isBot || isGuest || isSingleChannelGuest || !isOurs)
    throw new ServiceFault(
      "validation",
      "Only full members of the Slack workspace can receive messages, not guests, bots or former members.",
    );
  return { id, name: user?.profile?.display_name || user?.real_name || user?.name || id };
}
