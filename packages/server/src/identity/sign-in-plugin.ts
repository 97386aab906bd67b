import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint, createAuthMiddleware, sessionMiddleware } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";
import type { Refusal, Result } from "../core/refusal.ts";
import { setUpAccount } from "./account-setup.ts";
import type { PasswordResets } from "./password-resets.ts";
import type { People } from "./people-tables.ts";
import { consumeLink, consumeLinksOf } from "./sign-in-link.ts";

const STATUS_NAMES = { INVALID_STATE: "CONFLICT", UNAUTHENTICATED: "UNAUTHORIZED" } as const;

const refusalError = ({ code, detail, errors }: Refusal) =>
  new APIError(code === "INVALID_STATE" || code === "UNAUTHENTICATED" ? STATUS_NAMES[code] : "UNPROCESSABLE_ENTITY", {
    message: detail,
    ...(errors && { errors }),
  });

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw refusalError(result.refusal);
  return result.value;
}

/** Sessions by one-time link, the first password after it, and forgotten ones; better-auth handles all other sign-ins. */
export const signInPlugin = (people: People, resets: PasswordResets) =>
  ({
    id: "countersign-sign-in",
    hooks: {
      after: [
        {
          matcher: ({ path }) => path === "/change-password",
          // Somebody else may have read the mail with such a link, which can be why the password is changed.
          handler: createAuthMiddleware(async (context) => {
            const { returned, session } = context.context;
            if (session && !(returned instanceof APIError)) await consumeLinksOf(people, session.user.id);
          }),
        },
      ],
    },
    endpoints: {
      signInWithLink: createAuthEndpoint(
        "/sign-in/link",
        { method: "POST", body: z.object({ token: z.string() }) },
        async (context) => {
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
      askForReset: createAuthEndpoint("/password/forgot", { method: "POST", body: z.unknown() }, async (context) =>
        context.json(valueOf(resets.ask(context.body))),
      ),
      resetForgotten: createAuthEndpoint("/password/reset", { method: "POST", body: z.unknown() }, async (context) =>
        context.json(valueOf(await resets.reset(context.body, context.context.password.hash))),
      ),
    },
  }) satisfies BetterAuthPlugin;
