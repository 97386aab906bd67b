import { z } from "zod";
import { risk } from "./action.ts";
import { text } from "./json.ts";
import { groupName } from "./tools.ts";

const parameter = text(2000).optional();

/** Parameters of an authorization request (RFC 6749 4.1.1, RFC 7636 4.3, RFC 8707 2), as the client sent them. */
export const authorizationRequestSchema = z.object({
  response_type: parameter,
  client_id: parameter,
  redirect_uri: parameter,
  code_challenge: parameter,
  code_challenge_method: parameter,
  state: parameter,
  scope: parameter,
  resource: parameter,
});
export type AuthorizationRequest = z.infer<typeof authorizationRequestSchema>;

/** What a person is asked before a client may act as an agent for them. */
export const connectionReviewSchema = z.object({
  client: z.object({
    id: z.string(),
    name: z.string().nullable().describe("Name that the client gives itself; nobody checked it"),
    publishedBy: z
      .string()
      .nullable()
      .describe("Host that publishes the client's metadata document; null for a client that registered itself"),
  }),
  redirectHost: z.string().describe("Host that receives the code, with its port"),
  isOnThisComputer: z.boolean().describe("The code goes to a program on the computer of the browser"),
  endpoint: z.string().describe("Path of the MCP endpoint that the client may use"),
  agent: z
    .object({
      id: z.string(),
      name: z.string(),
      groups: z.array(z.string()),
      maxRisk: risk.nullable(),
      selfConfirmMaxRisk: risk.nullable(),
    })
    .nullable()
    .describe("The agent that this client already is for this person"),
});
export type ConnectionReview = z.infer<typeof connectionReviewSchema>;

/** Where the browser goes next: back to the client, with a code or an error. */
const redirect = z.object({ redirectTo: z.string() });

export const reviewConnectionSchema = z.object({ request: authorizationRequestSchema });
export const reviewedConnectionSchema = z.union([connectionReviewSchema, redirect]);

/** Without `allow` the client is refused. The other settings are those of the agent. Lowering protection needs `confirm: true`. */
export const answerConnectionSchema = z.object({
  request: authorizationRequestSchema,
  allow: z.boolean(),
  name: text(200).min(1).optional(),
  groups: z.array(groupName).max(100).optional(),
  maxRisk: risk.nullable().optional(),
  selfConfirmMaxRisk: risk.nullable().optional(),
  confirm: z.boolean().optional(),
});
export type AnswerConnection = z.infer<typeof answerConnectionSchema>;
export const answeredConnectionSchema = redirect;
