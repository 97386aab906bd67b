import { ANSWER, ASK_PERSON, isJsonObject, questionSchema, type JsonObject } from "@countersign/protocol";
import { ToolFailure, type ServerTool, type ServerTools } from "../../../ports/tool.ts";
import { readInput } from "../read-input.ts";

/** Characters of the question in a title; the page shows all of it. */
const MAX_TITLE = 200;

/** As agents are told. `questionSchema` says the same, exactly, and its faults name the place. */
const INPUT: JsonObject = {
  type: "object",
  properties: {
    question: {
      type: "string",
      description: "The question, in one or two sentences",
      minLength: 1,
      maxLength: 2000,
    },
    context: { type: "string", description: "Context that the person needs to answer", minLength: 1, maxLength: 20_000 },
    topic: {
      type: "string",
      description: "One or two words that administrators can use to choose who answers, such as `billing`",
      minLength: 1,
      maxLength: 100,
    },
    form: {
      type: "object",
      description:
        'Form of the answer, as a JSON Schema of a flat object with at most 20 fields, each of type `string` (with `enum` or `oneOf` for a choice), `number`, `integer`, `boolean`, or `array` of strings with choices. People see the required fields first, in the order of `required`. If omitted, the answer is one text. Example: {"type":"object","properties":{"size":{"type":"string","title":"Size","enum":["S","M"]}},"required":["size"]}',
      properties: {
        type: { const: "object" },
        properties: { type: "object", additionalProperties: { type: "object" } },
        required: { type: "array", items: { type: "string" } },
      },
      required: ["type", "properties"],
    },
  },
  required: ["question"],
  additionalProperties: false,
};

/**
 * Asks a person a question. The gate holds the call until somebody answers, see `core/questions.ts`; the handler returns that
 * answer and changes nothing.
 */
const askPerson: ServerTool = {
  definition: {
    name: ASK_PERSON,
    title: "Question for a person",
    description:
      "Asks a person a question and returns the answer. Use this tool for information that only a person has, or choices that only a person may make: a missing fact, one of several options, a preference. The answer does not approve anything: to get an action approved, call the tool for that action. Ask one thing at a time, and give the choices in `form` where you know them.",
    inputSchema: INPUT,
    effect: "idempotent",
    risk: 1,
  },
  approval: "required",

  async describe(input) {
    const { [ANSWER]: _answer, ...asked } = input;
    const { question } = readInput(questionSchema, asked);
    const characters = [...question];
    const title = characters.length > MAX_TITLE ? `${characters.slice(0, MAX_TITLE).join("")}…` : question;
    return { preview: { title: `Question: ${title}` } };
  },

  async execute(input) {
    const { [ANSWER]: answer } = input;
    if (!isJsonObject(answer)) throw new ToolFailure("invalid", "Nobody answered the question.");
    return answer;
  },
};

export const questionsConnector: ServerTools = { name: "questions", tools: [askPerson] };
