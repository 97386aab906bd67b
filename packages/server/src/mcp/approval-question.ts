import {
  ANSWER,
  displayText,
  isJsonObject,
  readQuestion,
  type Action,
  type Json,
  type JsonObject,
} from "@countersign/protocol";
import type { GatewayTool } from "../core/gateway-tool.ts";
import type { RpcResult } from "../core/json-rpc.ts";

/** Limit of a dialog's message. A longer input is not asked about: a tail that is cut off could be what matters. */
const MAX_CHARACTERS = 4000;
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
  const shownInput = displayText(JSON.stringify(action.effectiveInput, null, 2));
  const name = displayText(tool.exposedName);
  const values: Record<string, string> = { toolName: name, args: shownInput };
  const message =
    tool.promptTemplate === null
      ? `The agent wants to call ${name} with:\n${shownInput}\n\nThis call runs only if you approve, exactly as shown and once.`
      : `${tool.promptTemplate.replace(/\{(toolName|args)\}/g, (_, key: string) => values[key] ?? "")}${
          tool.promptTemplate.includes("{args}") ? "" : `\n\n${name}: ${shownInput}`
        }`;
  return message.length > MAX_CHARACTERS ? null : { message, requestedSchema: SCHEMA };
}

/** Some clients send every field of a form, also those that the person left empty. */
const withoutEmpty = (content: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(content).filter(([, value]) => value !== "" && value !== null));

/** The dialog that a client shows for a question: the form that the question brings. */
function questionDialog(effectiveInput: JsonObject): JsonObject | null {
  const asked = readQuestion(effectiveInput);
  if (!asked) return null;
  const message = ["The agent asks:", asked.question, asked.context]
    .flatMap((text) => (text === undefined ? [] : [displayText(text)]))
    .join("\n\n");
  const requestedSchema = asked.form as unknown as JsonObject;
  return message.length + JSON.stringify(requestedSchema).length > MAX_CHARACTERS ? null : { message, requestedSchema };
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
