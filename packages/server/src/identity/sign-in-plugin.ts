import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint, sessionMiddleware } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";
import type { Refusal } from "../core/refusal.ts";
import { setUpAccount } from "./account-setup.ts";
import type { People } from "./people-tables.ts";
import { consumeSignInLink } from "./sign-in-link.ts";

const STATUS_NAMES = { INVALID_INPUT: "UNPROCESSABLE_ENTITY", INVALID_STATE: "CONFLICT" } as const;

const refusalError = ({ code, detail, errors }: Refusal) =>
  new APIError(code === "INVALID_STATE" ? STATUS_NAMES.INVALID_STATE : STATUS_NAMES.INVALID_INPUT, {
    message: detail,
    ...(errors && { errors }),
  });

/** Sessions by one-time link, and the first password after it; better-auth handles all other sign-ins. */
export const signInPlugin = (people: People) =>
  ({
    id: "countersign-sign-in",
    endpoints: {
      signInWithLink: createAuthEndpoint(
        "/sign-in/link",
        { method: "POST", body: z.object({ token: z.string() }) },
        async (context) => {
          const userId = await consumeSignInLink(people, context.body.token);
          const user = userId === null ? null : await context.context.internalAdapter.findUserById(userId);
          if (user === null) {
            throw new APIError("UNAUTHORIZED", { message: "This link was used already or is too old. Ask for a new one." });
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
          const done = await setUpAccount(people, user.id, context.body, context.context.password.hash);
          if (!done.ok) throw refusalError(done.refusal);
          return context.json(done.value);
        },
      ),
    },
  }) satisfies BetterAuthPlugin;
