import type { Member } from "@countersign/protocol";
import type { Principal } from "../core/principal.ts";
import { ok, type Result } from "../core/refusal.ts";
import { canSignIn, PLACEHOLDER_EMAIL } from "./account-setup.ts";
import { addedMail, invitationMail, reasonOf, type AccountMailDeps } from "./account-mails.ts";
import { addMember, renewInvitation, type AddMemberRequest } from "./members.ts";
import { createInvitation, signInUrl } from "./sign-in-link.ts";

/** How an invitation reaches its person. */
export interface InvitationDelivery {
  /** Token of a link to be passed on by hand; null if it was mailed, or the person has an account already. */
  linkToken: string | null;
  /** `off`: this installation sends no mails. */
  mail: "sent" | "failed" | "off";
}

/** `hasAccount`: the person had an account before, e.g. in another workspace. */
export type Invited = InvitationDelivery & { member: Member; hasAccount: boolean };

interface InvitationDeps extends AccountMailDeps {
  /** Tells open pages that the members of a workspace changed. */
  notify(workspaceId: string): void;
}

type Invitee = Pick<Member, "userId" | "email">;

export function createInvitations({ people, mail, baseUrl, log, notify }: InvitationDeps) {
  /** Mails the link, or hands it back to be passed on: a mail that cannot be sent keeps nobody out. */
  async function deliver(by: Principal, { userId, email }: Invitee, linkToken: string | null): Promise<InvitationDelivery> {
    if (!mail || email === PLACEHOLDER_EMAIL) return { linkToken, mail: "off" };
    const { name: workspaceName } = await people
      .selectFrom("workspace")
      .select("name")
      .where("id", "=", by.workspaceId)
      .executeTakeFirstOrThrow();
    const invitation = { to: email, byName: by.name, workspaceName, baseUrl };
    // Somebody whom another workspace invited and who has no password yet: only the mailbox gets this link.
    const unseen = linkToken === null && !(await canSignIn(people, userId)) ? await createInvitation(people, userId) : null;
    const link = linkToken ?? unseen;
    try {
      await mail.send(
        link === null ? addedMail(invitation) : invitationMail({ ...invitation, link: signInUrl(baseUrl, link) }),
      );
      return { linkToken: null, mail: "sent" };
    } catch (error) {
      log(`an invitation could not be mailed: ${reasonOf(error)}`);
      return { linkToken, mail: "failed" };
    }
  }

  return {
    async add(by: Principal, request: AddMemberRequest): Promise<Result<Invited>> {
      const added = await addMember(people, by, request);
      if (!added.ok) return added;
      notify(by.workspaceId);
      const { member, linkToken } = added.value;
      return ok({ member, hasAccount: linkToken === null, ...(await deliver(by, member, linkToken)) });
    },

    async renew(by: Principal, userId: string): Promise<Result<InvitationDelivery>> {
      const renewed = await renewInvitation(people, by, userId);
      return renewed.ok ? ok(await deliver(by, { userId, email: renewed.value.email }, renewed.value.linkToken)) : renewed;
    },
  };
}
