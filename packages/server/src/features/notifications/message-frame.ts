import type { ChannelMessage } from "../../ports/channel.ts";
import type { NotifiedPerson } from "../../store/statements/notification-people.ts";
import type { SendPass } from "./send-pass.ts";

/** What every message to a receiver has. */
export interface MessageFrame extends Pick<ChannelMessage, "workspace" | "links"> {
  /** Address of a page of the workspace. */
  addressOf(path: string): string;
}

export async function readFrame({ deps, receiver: { workspaceId } }: SendPass): Promise<MessageFrame> {
  const { name, others } = await deps.database.kysely
    .selectFrom("workspace")
    .select((eb) => [
      "name",
      eb.exists(eb.selectFrom("workspace as w").select("w.id").where("w.id", "<>", workspaceId)).as("others"),
    ])
    .where("id", "=", workspaceId)
    .executeTakeFirstOrThrow();
  const publicUrl = deps.publicUrl();
  // Whoever belongs to several workspaces is to arrive in this one.
  const addressOf = (path: string): string =>
    `${publicUrl}${path}${others ? `?workspace=${encodeURIComponent(workspaceId)}` : ""}`;
  return {
    workspace: { id: workspaceId, name },
    links: { inbox: addressOf("/"), settings: addressOf("/notifications") },
    addressOf,
  };
}

export const recipientOf = (person: NotifiedPerson | undefined): ChannelMessage["to"] =>
  person ? { name: person.name, email: person.email, account: person.account, devices: person.devices } : null;

/** Addresses a message to a person, who can turn the channel off by its link; or to a room. */
export function addressTo(
  { deps, receiver }: SendPass,
  { workspace, links }: Pick<ChannelMessage, "workspace" | "links">,
  person: NotifiedPerson | undefined,
): Pick<ChannelMessage, "workspace" | "links" | "to"> {
  if (!person) return { workspace, links, to: null };
  const token = deps.unsubscribe.tokenOf({ ...receiver, userId: person.id });
  const unsubscribe = `${deps.publicUrl()}/api/notifications/unsubscribe/${token}`;
  return { workspace, links: { ...links, unsubscribe }, to: recipientOf(person) };
}
