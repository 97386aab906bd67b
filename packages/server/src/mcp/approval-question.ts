import {
  ANSWER,
  approvalMessage,
  isJsonObject,
  MAX_CLIENT_MESSAGE,
  questionMessage,
  readQuestion,
  type Action,
  type Json,
  type JsonObject,
} from "@countersign/protocol";
import type { GatewayTool } from "../core/gateway-tool.ts";
import type { RpcResult } from "../core/json-rpc.ts";

const MAX_COMMENT = 2000;

const SCHEMA: JsonObject = {
  type: "object",
  properties: {
    decision: {
      type: "string",
      title: "Decision",
      oneOf: [
        { const: "approve", title: "Approve: run exactly this, once" },
        { const: "reject", title: "Reject" },
      ],
    },
    comment: {
      type: "string",
      title: "Comment",
      description: "Kept in the audit log; the agent receives the reason of a rejection.",
      maxLength: MAX_COMMENT,
    },
  },
  required: ["decision"],
};

export interface ClientAnswer {
  verdict: "approve" | "reject";
  comment?: string;
  /** The answer to a question. */
  userEdits?: JsonObject;
}

/** Returns the dialog that a client shows; null if the input is too long to be shown whole. */
export function approvalQuestion(tool: GatewayTool, action: Pick<Action, "effectiveInput" | "isQuestion">): JsonObject | null {
  if (action.isQuestion) return questionDialog(action.effectiveInput);
  const { exposedName, promptTemplate } = tool;
  const message = approvalMessage({ name: exposedName, promptTemplate }, action.effectiveInput);
  return message === null ? null : { message, requestedSchema: SCHEMA };
}

/** Some clients send every field of a form, also those that the person left empty. */
const withoutEmpty = (content: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(content).filter(([, value]) => value !== "" && value !== null));

/** The dialog that a client shows for a question: the form that the question brings. */
function questionDialog(effectiveInput: JsonObject): JsonObject | null {
  const asked = readQuestion(effectiveInput);
  if (!asked) return null;
  const message = questionMessage(asked);
  const requestedSchema = asked.form as unknown as JsonObject;
  return message === null || message.length + JSON.stringify(requestedSchema).length > MAX_CLIENT_MESSAGE
    ? null
    : { message, requestedSchema };
}

/**
 * Reads a dialog's answer: declining rejects, a sent form counts by its decision, and that of a question is the answer. Null for
 * anything else, such as closing it.
 */
export function readVerdict(answer: Json | RpcResult | undefined, isQuestion: boolean): ClientAnswer | null {
  if (!isJsonObject(answer)) return null;
  if (answer["action"] === "decline") return { verdict: "reject" };
  const content = answer["content"];
  if (answer["action"] !== "accept" || !isJsonObject(content)) return null;
  if (isQuestion) return { verdict: "approve", userEdits: { [ANSWER]: withoutEmpty(content) } };
  const { decision, comment } = content;
  if (decision !== "approve" && decision !== "reject") return null;
  const words = typeof comment === "string" && comment !== "" ? comment.slice(0, MAX_COMMENT) : undefined;
  return { verdict: decision, ...(words !== undefined && { comment: words }) };
}
