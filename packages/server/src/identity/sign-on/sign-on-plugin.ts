import type { BetterAuthPlugin } from "better-auth";
import { createAuthEndpoint, sessionMiddleware } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { sql } from "kysely";
import { z } from "zod";
import { findSignInWays } from "../account-setup.ts";
import type { People } from "../people-tables.ts";
import { valueOf } from "../refusal-error.ts";
import type { SignOn } from "./create-sign-on.ts";
import { setPassword } from "./set-password.ts";

/** Seconds that a browser keeps the secret of a sign-in that has begun; the database ends it sooner. */
const COOKIE_SECONDS = 3600;

/** Sign-in at OpenID providers, and what people see of their own ways to sign in. */
export function signOnPlugin(people: People, signOn: SignOn, isSecure: boolean) {
  // With this prefix no other host of the domain can set the cookie.
  const cookieName = isSecure ? "__Host-countersign_sign_on" : "countersign_sign_on";
  const cookie = { path: "/", httpOnly: true, sameSite: "lax", secure: isSecure, maxAge: COOKIE_SECONDS } as const;
  return {
    id: "countersign-sign-on",
    endpoints: {
      listSignInWays: createAuthEndpoint("/provider/ways", { method: "GET" }, async (context) => context.json(signOn.ways())),
      beginSignOn: createAuthEndpoint("/provider/begin", { method: "POST", body: z.unknown() }, async (context) => {
        const { url, browser } = valueOf(await signOn.begin(context.body, context.getCookie(cookieName) ?? undefined));
        context.setCookie(cookieName, browser, cookie);
        return context.json({ url });
      }),
      finishSignOn: createAuthEndpoint("/provider/return/:provider", { method: "GET" }, async (context) => {
        const query = new URL(context.request!.url).searchParams;
        const done = await signOn.finish(context.params.provider, query, context.getCookie(cookieName) ?? undefined);
        if (!done.isSignedIn) {
          const { problem, next } = done;
          const search = new URLSearchParams({ problem, provider: context.params.provider, ...(next !== "/" && { next }) });
          throw context.redirect(`/sign-in?${search.toString()}`);
        }
        const { internalAdapter } = context.context;
        const user = await internalAdapter.findUserById(done.userId);
        const session = await internalAdapter.createSession(done.userId);
        await people
          .updateTable("personSession")
          .set({ issuer: done.issuer, endsAt: sql<Date>`now() + make_interval(secs => ${done.sessionSeconds})` })
          .where("id", "=", session.id)
          .execute();
        await setSessionCookie(context, { session, user: user! });
        throw context.redirect(done.next);
      }),
      listOwnWays: createAuthEndpoint("/account/ways", { method: "GET", use: [sessionMiddleware] }, async (context) => {
        const { id } = context.context.session.user;
        const { hasPassword, issuers } = await findSignInWays(people, id);
        return context.json({
          hasPassword,
          maySetPassword: await signOn.allowsPassword(id),
          providers: signOn.namesOf(issuers),
        });
      }),
      setPassword: createAuthEndpoint(
        "/password/set",
        { method: "POST", body: z.unknown(), use: [sessionMiddleware] },
        async (context) => {
          const { user, session } = context.context.session;
          const by = { userId: user.id, sessionId: session.id };
          const { hash } = context.context.password;
          return context.json(valueOf(await setPassword(people, signOn, by, context.body, hash)));
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}
