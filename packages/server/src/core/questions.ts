import {
  ANSWER,
  ASK_PERSON,
  choicesOf,
  PLAIN_FORM,
  questionSchema,
  readQuestion,
  type JsonObject,
  type QuestionField,
} from "@countersign/protocol";
import type { EditRules } from "./merge-edits.ts";
import { SERVER_SOURCE } from "./tool-source.ts";

/*
 * A question is an action whose "approval" is a person's answer. It lets nothing run: its tool returns the answer to the agent. So
 * it always needs a person, and the person whom the agent acts for may answer it.
 */

/** Whether a tool's calls are questions. Only the built-in tool counts, whatever other sources call theirs. */
export const isQuestionTool = ({ name, source }: { name: string; source: string }): boolean =>
  source === SERVER_SOURCE && name === ASK_PERSON;

export const isQuestion = ({ toolName, source }: { toolName: string; source: string }): boolean =>
  isQuestionTool({ name: toolName, source });

export const isAnswered = (effectiveInput: JsonObject): boolean => Object.hasOwn(effectiveInput, ANSWER);

const ASKED = Object.keys(questionSchema.shape);

/** What an edit may change of a question: its answer, which the question's form describes, and nothing that was asked. */
export const ANSWER_RULES: EditRules = { protectedKeys: ASKED, knownKeys: [ANSWER] };

/** JSON Schema of a question with its answer. */
export function answeredSchema(asked: JsonObject): JsonObject {
  const form = readQuestion(asked)?.form ?? PLAIN_FORM;
  const fields = Object.entries(form.properties).map(([name, field]) => [name, schemaOf(field)] as const);
  const answer = { ...form, properties: Object.fromEntries(fields), additionalProperties: false };
  return {
    type: "object",
    properties: { ...Object.fromEntries(ASKED.map((key) => [key, {}])), [ANSWER]: answer },
    required: [ANSWER],
    additionalProperties: false,
  } as JsonObject;
}

/** The field with its choices as one list, of which a fault can name all. */
function schemaOf(field: QuestionField): JsonObject {
  const choices = choicesOf(field)?.map(({ value }) => value);
  const { oneOf: _titled, ...plain } = field as JsonObject;
  if (choices === undefined) return plain;
  return field.type === "array"
    ? { ...plain, items: { type: "string", enum: choices }, uniqueItems: true }
    : { ...plain, enum: choices };
}
