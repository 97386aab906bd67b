import { z } from "zod";
import type { Json } from "@countersign/protocol";
import type { ServerTool } from "../../ports/tool.ts";
import { inputSchemaOf, readInput } from "./read-input.ts";
import { ServiceFault } from "./service-fault.ts";

const TIMEOUT_SECONDS = 60;

/** Setting of a connection: whether agents get the tools that read. Off, so that an update of this server opens nothing. */
export const readsSetting = z
  .boolean()
  .default(false)
  .meta({ title: "Reading without approval" })
  .describe("Agents can search and read in the places above without approval");

export interface ReadTool<Input> {
  name: string;
  title: string;
  description: string;
  input: z.ZodType<Input>;
  workspaceId: string;
  /** Title of the preview. Must not send a request. Throws a `ToolFailure` for input that the settings do not allow. */
  say(input: Input): string;
  /** Returns at most one page. May throw a `ServiceFault`. */
  read(input: Input, signal: AbortSignal): Promise<Json>;
}

/**
 * A tool that only reads from a service: risk 0, no approval required. If the answer is lost, the read is repeated once.
 * After that it fails; its outcome is never unknown, because a read has no effect.
 */
export function readTool<Input>({
  name,
  title,
  description,
  input: schema,
  workspaceId,
  say,
  read,
}: ReadTool<Input>): ServerTool {
  return {
    definition: {
      name,
      title,
      description,
      inputSchema: inputSchemaOf(schema),
      effect: "idempotent",
      risk: 0,
      timeoutSeconds: TIMEOUT_SECONDS,
    },
    approval: "never",
    describe: async (given) => ({ preview: { title: say(readInput(schema, given, workspaceId)) } }),
    async execute(given, { signal }) {
      const input = readInput(schema, given, workspaceId);
      // The settings may have changed since the call.
      say(input);
      return read(input, signal).catch((error: unknown) => {
        if (!isLost(error) || signal.aborted) throw withoutEffect(error);
        return read(input, signal).catch((second: unknown) => {
          throw withoutEffect(second);
        });
      });
    },
  };
}

const isLost = (error: unknown): boolean => error instanceof ServiceFault && error.mayHaveHappened;

function withoutEffect(error: unknown): unknown {
  if (!(error instanceof ServiceFault)) return error;
  const { kind, message, retryAfterSeconds, path, canBeMended } = error;
  return new ServiceFault(kind, message, { retryAfterSeconds, path, canBeMended, mayHaveHappened: false });
}

/** Places that a connection's agents may read without approval: all of its places, or none. */
export const freePlaces = ({ reads }: { reads: boolean }, places: readonly string[]): readonly string[] =>
  reads ? places : [];

/** Cuts a text at `max` UTF-16 units, never inside a surrogate pair, and says so at the end. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = /[\uD800-\uDBFF]/.test(text.charAt(max - 1)) ? max - 1 : max;
  return `${text.slice(0, end)} […${text.length - end} more characters]`;
}
