import { displayText } from "./display.ts";
import type { JsonObject } from "./json.ts";
import type { Question } from "./questions.ts";

/** Limit of the message in a client's dialog, in characters. A longer input is not asked about: a cut tail could be what matters. */
export const MAX_CLIENT_MESSAGE = 4000;

const whole = (message: string): string | null => (message.length > MAX_CLIENT_MESSAGE ? null : message);

/**
 * The message by which an agent's client asks its person to approve a call. `name`: as the agent sees the tool. `promptTemplate`: the
 * administrator's question; `{toolName}` and `{args}` are filled in, and arguments that it leaves out are appended. Null if the
 * message is too long to be shown whole.
 */
export function approvalMessage(
  { name, promptTemplate }: { name: string; promptTemplate: string | null },
  input: JsonObject,
): string | null {
  const args = displayText(JSON.stringify(input, null, 2));
  const toolName = displayText(name);
  if (promptTemplate === null)
    return whole(
      `The agent wants to call ${toolName} with:\n${args}\n\nThis call runs only if you approve, exactly as shown and once.`,
    );
  // One pass replaces both, so that arguments cannot contain another placeholder.
  const asked = promptTemplate.replace(/\{(toolName|args)\}/g, (_, word: string) => (word === "args" ? args : toolName));
  return whole(promptTemplate.includes("{args}") ? asked : `${asked}\n\n${toolName}: ${args}`);
}

/** The message by which a client puts an agent's question to its person; null if it is too long to be shown whole. */
export const questionMessage = ({ question, context }: Pick<Question, "question" | "context">): string | null =>
  whole(["The agent asks:", question, context].flatMap((text) => (text === undefined ? [] : [displayText(text)])).join("\n\n"));
