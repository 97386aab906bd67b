import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint, sessionMiddleware } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";
import { setUpAccount } from "./account-setup.ts";
import { endOwnSessions, listBrowserSessions } from "./browser-sessions.ts";
import type { OwnSession, Passwords } from "./passwords.ts";
import type { People } from "./people-tables.ts";
import { NO_PASSWORD, type SignOn } from "./sign-on/create-sign-on.ts";
import { refusalError, valueOf } from "./refusal-error.ts";
import { consumeLink, findLinkOwner } from "./sign-in-link.ts";

interface SignedIn {
  headers?: Headers | undefined;
  context: { session: { user: { id: string }; session: { id: string } } };
}

/** Sessions by one-time link, passwords, and the sessions of a person; better-auth handles all other sign-ins. */
export function signInPlugin(people: People, passwords: Passwords, signOn: SignOn, addressHeader: string) {
  const ownSession = ({ headers, context: { session } }: SignedIn): OwnSession => ({
    userId: session.user.id,
    sessionId: session.session.id,
    address: headers?.get(addressHeader) ?? undefined,
  });
  return {
    id: "countersign-sign-in",
    endpoints: {
      signInWithLink: createAuthEndpoint(
        "/sign-in/link",
        { method: "POST", body: z.object({ token: z.string() }) },
        async (context) => {
          const owner = await findLinkOwner(people, context.body.token, "sign_in");
          // Looked at first, so that a refusal does not use up the link.
          if (owner !== null && !(await signOn.allowsPassword(owner))) throw refusalError(NO_PASSWORD.refusal);
          const userId = await consumeLink(people, context.body.token, "sign_in");
          const user = userId === null ? null : await context.context.internalAdapter.findUserById(userId);
          if (user === null) {
            throw new APIError("UNAUTHORIZED", {
              message: "This link has already been used or has expired. Ask for a new one.",
            });
          }
          const session = await context.context.internalAdapter.createSession(user.id);
          await setSessionCookie(context, { session, user });
          return context.json({ status: true });
        },
      ),
      setUpAccount: createAuthEndpoint(
        "/account/setup",
        { method: "POST", body: z.unknown(), use: [sessionMiddleware] },
        async (context) => {
          const { user } = context.context.session;
          return context.json(valueOf(await setUpAccount(people, user.id, context.body, context.context.password.hash)));
        },
      ),
      changePassword: createAuthEndpoint(
        "/password/change",
        { method: "POST", body: z.unknown(), use: [sessionMiddleware] },
        async (context) =>
          context.json(valueOf(await passwords.change(ownSession(context), context.body, context.context.password))),
      ),
      listSessions: createAuthEndpoint("/sessions", { method: "GET", use: [sessionMiddleware] }, async (context) => {
        const { userId, sessionId } = ownSession(context);
        return context.json({ sessions: await listBrowserSessions(people, userId, sessionId) });
      }),
      endSession: createAuthEndpoint(
        "/sessions/end",
        { method: "POST", body: z.unknown(), use: [sessionMiddleware] },
        async (context) => context.json(valueOf(await endOwnSessions(people, ownSession(context), context.body))),
      ),
      askForReset: createAuthEndpoint("/password/forgot", { method: "POST", body: z.unknown() }, async (context) =>
        context.json(valueOf(passwords.ask(context.body))),
      ),
      resetForgotten: createAuthEndpoint("/password/reset", { method: "POST", body: z.unknown() }, async (context) =>
        context.json(valueOf(await passwords.reset(context.body, context.context.password.hash))),
      ),
    },
  } satisfies BetterAuthPlugin;
}
