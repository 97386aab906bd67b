import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint, sessionMiddleware } from "better-auth/api";
import { z } from "zod";
import {
  ANSWER_SECONDS,
  answerDeviceSignIn,
  beginDeviceSignIn,
  endDeviceSignIn,
  findDeviceSignIn,
  POLL_SECONDS,
  takeDeviceToken,
} from "./device-sign-in.ts";
import type { People } from "./people-tables.ts";

const shortText = (max: number) => z.string().min(1).max(max);
/** Accepts any case, with or without the hyphen. */
const userCode = shortText(40).transform((text) => {
  const letters = text.toUpperCase().replaceAll(/[^A-Z]/g, "");
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
});

const gone = () =>
  new APIError("NOT_FOUND", {
    message:
      "No command line is waiting with this code. Codes expire after ten minutes; start the sign-in again on the command line.",
  });

/** Sign-in of a command line: it asks, a signed-in person confirms in the inbox, and it fetches a read-only token. */
export const devicePlugin = (people: People, addressHeader: string) =>
  ({
    id: "countersign-device",
    endpoints: {
      beginDevice: createAuthEndpoint(
        "/device/begin",
        { method: "POST", body: z.object({ deviceName: shortText(200) }) },
        async (context) => {
          const clientAddress = context.headers?.get(addressHeader) ?? "an unknown address";
          const begun = await beginDeviceSignIn(people, { deviceName: context.body.deviceName, clientAddress });
          if (!begun)
            throw new APIError("TOO_MANY_REQUESTS", {
              message: "Too many command-line sign-ins are pending. Try again later.",
            });
          return context.json({ ...begun, expiresInSeconds: ANSWER_SECONDS, pollSeconds: POLL_SECONDS });
        },
      ),
      takeDevice: createAuthEndpoint(
        "/device/token",
        { method: "POST", body: z.object({ deviceCode: shortText(100) }) },
        async (context) => context.json(await takeDeviceToken(people, context.body.deviceCode)),
      ),
      endDevice: createAuthEndpoint(
        "/device/sign-out",
        { method: "POST", body: z.object({ token: shortText(512) }) },
        async (context) => {
          await endDeviceSignIn(people, context.body.token);
          return context.json({ status: true });
        },
      ),
      findDevice: createAuthEndpoint(
        "/device/find",
        { method: "POST", body: z.object({ userCode }), use: [sessionMiddleware] },
        async (context) => {
          const found = await findDeviceSignIn(people, context.body.userCode);
          if (!found) throw gone();
          return context.json(found);
        },
      ),
      answerDevice: createAuthEndpoint(
        "/device/answer",
        {
          method: "POST",
          body: z.object({ userCode, workspaceId: shortText(200), approve: z.boolean() }),
          use: [sessionMiddleware],
        },
        async (context) => {
          const { body, context: inner } = context;
          if (!(await answerDeviceSignIn(people, { ...body, userId: inner.session.user.id }))) throw gone();
          return context.json({ status: true });
        },
      ),
    },
  }) satisfies BetterAuthPlugin;
