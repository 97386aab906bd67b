import type { JsonObject } from "@countersign/protocol";
import { InvalidToolInput, type Issue } from "./errors.ts";

type Validated<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string;
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
      }[];
    };

/** The part of Standard Schema that is used here, so that zod, valibot, arktype and others fit without being installed. */
export interface InputSchema<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => Validated<Output> | Promise<Validated<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    readonly jsonSchema?: { readonly input: (options: { readonly target: "draft-2020-12" }) => Record<string, unknown> };
  };
}

/** Returns the validated input with defaults and transforms. Throws `InvalidToolInput` with a path for each issue. */
export async function validateInput<Output>(
  toolName: string,
  schema: InputSchema<unknown, Output>,
  input: JsonObject,
): Promise<Output> {
  const validated = await schema["~standard"].validate(input);
  if (validated.issues === undefined) return validated.value;
  const issues = validated.issues.map(({ message, path = [] }): Issue => {
    const keys = path.map((part) => String(typeof part === "object" ? part.key : part));
    return { path: keys.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join(""), message };
  });
  throw new InvalidToolInput(toolName, issues);
}

/** Returns the JSON Schema of the input, as provided by the schema library. Throws a `TypeError` if it provides none. */
export function readJsonSchema(toolName: string, schema: InputSchema): JsonObject {
  const make = schema["~standard"].jsonSchema;
  if (make === undefined) {
    throw new TypeError(
      `The schema library "${schema["~standard"].vendor}" gives no JSON Schema for ${toolName}; give \`inputSchema\` beside \`input\`.`,
    );
  }
  return make.input({ target: "draft-2020-12" }) as JsonObject;
}
