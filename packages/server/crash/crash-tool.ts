import type { Effect } from "@countersign/protocol";
import type { ServerTools, ExecutionContext } from "../src/ports/tool.ts";

/** One tool of the given effect class. With `{"failFirst": true}` its first attempt fails before any effect, to be retried. */
export const createCrashConnector = (effect: Effect, sinkUrl: string): ServerTools => {
  const tell = async (path: string, key: string): Promise<number> => {
    const response = await fetch(`${sinkUrl}${path}?key=${key}`);
    return ((await response.json()) as { count: number }).count;
  };
  const effects: Record<Effect, (context: ExecutionContext) => Promise<unknown>> = {
    transactional: async ({ idempotencyKey, transaction }) =>
      transaction?.query("insert into crash_effect (key) values ($1)", [idempotencyKey]),
    idempotent: ({ idempotencyKey }) => tell("/do-once", idempotencyKey),
    reconcilable: ({ idempotencyKey }) => tell("/do", idempotencyKey),
    unsafe: ({ idempotencyKey }) => tell("/do", idempotencyKey),
  };
  return {
    name: "crash",
    tools: [
      {
        definition: {
          name: "act",
          description: "acts on the outside world",
          inputSchema: { type: "object", properties: { failFirst: { type: "boolean" } }, additionalProperties: false },
          effect,
        },
        approval: "required",
        describe: async () => ({ preview: { title: "Act" } }),
        async execute(input, context) {
          if (input["failFirst"] === true && context.attempt === 1) throw new Error("not this time");
          await effects[effect](context);
          return { done: true };
        },
        ...(effect === "reconcilable"
          ? {
              lookup: async (_input, { idempotencyKey }) =>
                (await tell("/done", idempotencyKey)) > 0 ? { happened: true, result: { done: true } } : { happened: false },
            }
          : {}),
      },
    ],
  };
};
