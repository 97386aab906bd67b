import {
  addMemberSchema,
  changeKeySchema,
  changeMemberSchema,
  createdKeySchema,
  createKeySchema,
  keySchema,
  memberSchema,
  rotateKeySchema,
} from "@countersign/protocol";
import { z } from "zod";
import type { Identity } from "../../identity/identity.ts";
import type { InvitationDelivery } from "../../identity/invitations.ts";
import { mapResult } from "../map-result.ts";
import { route } from "../route.ts";

/** How an invitation reaches its person. */
const delivery = z.object({
  signInUrl: z
    .string()
    .nullable()
    .describe("One-time link to pass on, shown this once; null if it was mailed, or if the person has an account"),
  mail: z.enum(["sent", "failed", "off"]).describe("`off`: this server cannot send mail"),
});

const toDelivery = ({ linkToken, mail }: InvitationDelivery, identity: Pick<Identity, "signInUrl">) => ({
  signInUrl: linkToken === null ? null : identity.signInUrl(linkToken),
  mail,
});

export const keyRoutes = [
  route({
    method: "GET",
    path: "/api/keys",
    summary: "List keys: admins see all, others their own tokens",
    tag: "Keys",
    who: "member",
    answers: { 200: { description: "Newest first", schema: z.object({ items: z.array(keySchema) }) } },
    run: async ({ identity, principal }) => mapResult(await identity.listKeys(principal), (items) => ({ items })),
  }),
  route({
    method: "POST",
    path: "/api/keys",
    summary:
      "Create a key: for agents and workers as an admin, or a token for yourself; lower protection needs `confirm: true`",
    tag: "Keys",
    who: "member",
    body: createKeySchema,
    answers: { 201: { description: "The key, shown this once", schema: createdKeySchema } },
    run: ({ identity, principal, body }) => identity.createKey(principal, body),
  }),
  route({
    method: "PUT",
    path: "/api/keys/{id}",
    summary:
      "Change when the key of an agent or a worker expires, and from where it is accepted; lower protection needs `confirm: true`",
    tag: "Keys",
    who: "admin",
    body: changeKeySchema,
    answers: { 200: { description: "The updated key", schema: keySchema } },
    problems: ["INVALID_STATE"],
    run: ({ identity, principal, params, body }) => identity.changeKey(principal, params.id, body),
  }),
  route({
    method: "POST",
    path: "/api/keys/{id}/rotate",
    summary: "Replace the key of an agent or a worker by a new one; the former one stays valid for a chosen time",
    tag: "Keys",
    who: "admin",
    body: rotateKeySchema,
    answers: { 201: { description: "The new key, shown this once", schema: createdKeySchema } },
    problems: ["INVALID_STATE"],
    run: ({ identity, principal, params, body }) => identity.rotateKey(principal, params.id, body),
  }),
  route({
    method: "POST",
    path: "/api/keys/{id}/end-former",
    summary: "End the key that a rotation replaced, before its time",
    tag: "Keys",
    who: "admin",
    body: z.object({}),
    answers: { 200: { description: "The key, whose former one has ended", schema: keySchema } },
    problems: ["INVALID_STATE"],
    run: ({ identity, principal, params }) => identity.endFormerKey(principal, params.id),
  }),
  route({
    method: "DELETE",
    path: "/api/keys/{id}",
    summary: "Revoke a key immediately",
    tag: "Keys",
    who: "member",
    answers: { 200: { description: "The key, revoked", schema: keySchema } },
    problems: ["INVALID_STATE"],
    run: ({ identity, principal, params }) => identity.revokeKey(principal, params.id),
  }),
];

export const memberRoutes = [
  route({
    method: "GET",
    path: "/api/members",
    summary: "List the people of the workspace",
    tag: "Members",
    who: "member",
    answers: { 200: { description: "Oldest first", schema: z.object({ items: z.array(memberSchema) }) } },
    run: async ({ identity, principal }) => mapResult(await identity.listMembers(principal), (items) => ({ items })),
  }),
  route({
    method: "POST",
    path: "/api/members",
    summary:
      "Add a person; new people get a sign-in link by mail, or in the response; approvers, admins and team members need `confirm: true`",
    tag: "Members",
    who: "admin",
    // The returned link signs in somebody who may decide.
    scope: "decide",
    body: addMemberSchema,
    answers: {
      201: {
        description: "The member",
        schema: delivery.extend({
          member: memberSchema,
          hasAccount: z.boolean().describe("The person had an account before, e.g. in another workspace"),
        }),
      },
    },
    problems: ["INVALID_STATE"],
    run: async ({ identity, principal, body }) =>
      mapResult(await identity.addMember(principal, body), ({ member, hasAccount, ...invited }) => ({
        member,
        hasAccount,
        ...toDelivery(invited, identity),
      })),
  }),
  route({
    method: "POST",
    path: "/api/members/{userId}/invitation",
    summary: "Create a new sign-in link for a person who has not signed in yet",
    tag: "Members",
    who: "admin",
    // The returned link signs in somebody who may decide.
    scope: "decide",
    body: z.object({}),
    answers: { 201: { description: "The link, or whether it was mailed", schema: delivery } },
    problems: ["INVALID_STATE"],
    run: async ({ identity, principal, params }) =>
      mapResult(await identity.renewInvitation(principal, params.userId), (renewed) => toDelivery(renewed, identity)),
  }),
  route({
    method: "PUT",
    path: "/api/members/{userId}",
    summary: "Change a person's role or teams; a higher role or a new team needs `confirm: true`",
    tag: "Members",
    who: "admin",
    body: changeMemberSchema,
    answers: { 200: { description: "The updated member", schema: memberSchema } },
    problems: ["INVALID_STATE"],
    run: ({ identity, principal, params, body }) => identity.changeMember(principal, params.userId, body),
  }),
  route({
    method: "DELETE",
    path: "/api/members/{userId}",
    summary: "Remove a person and their tokens from the workspace",
    tag: "Members",
    who: "admin",
    answers: { 200: { description: "The removed member", schema: z.object({ userId: z.string() }) } },
    problems: ["INVALID_STATE"],
    run: ({ identity, principal, params }) => identity.removeMember(principal, params.userId),
  }),
];
