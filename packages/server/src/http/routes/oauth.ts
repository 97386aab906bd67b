import {
  answerConnectionSchema,
  answeredConnectionSchema,
  reviewConnectionSchema,
  reviewedConnectionSchema,
} from "@countersign/protocol";
import { refuse } from "../../core/refusal.ts";
import { route } from "../route.ts";

const OFF = refuse("NOT_FOUND", "Agents cannot sign in by OAuth here (COUNTERSIGN_OAUTH is off). Use an agent key.");
const tag = "Agents";

/** What the page asks that a client opened in the person's browser; the client's own addresses are in `mount-oauth.ts`. */
export const oauthRoutes = [
  route({
    method: "POST",
    path: "/api/oauth/review",
    summary: "Read what a client that wants to connect asks for, or where to send the browser if its request is not valid",
    tag,
    who: "member",
    needsSignIn: true,
    body: reviewConnectionSchema,
    answers: { 200: { description: "The client and what it asks for", schema: reviewedConnectionSchema } },
    run: async ({ identity, principal, body }) => (identity.oauth ? identity.oauth.review(principal, body.request) : OFF),
  }),
  route({
    method: "POST",
    path: "/api/oauth/answer",
    summary:
      "Connect the client as an agent that acts for you, as an admin, or refuse it; lower protection needs `confirm: true`",
    tag,
    who: "member",
    needsSignIn: true,
    body: answerConnectionSchema,
    answers: { 200: { description: "Where the browser goes next", schema: answeredConnectionSchema } },
    run: async ({ identity, principal, body }) => (identity.oauth ? identity.oauth.answer(principal, body) : OFF),
  }),
];
