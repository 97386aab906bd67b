import type { JsonObject } from "@countersign/protocol";
import { z } from "zod";
import { findPageFaults, TEMPLATE_PAGE } from "../markup.ts";
import { TEMPLATE_LANGUAGE, TEMPLATE_LIMITS, type TemplateLimits } from "./language.ts";
import { runChild } from "./run-child.ts";
import { Semaphore } from "../../semaphore.ts";

export interface TemplateFault {
  /** `forbidden`: the template or its output contains something not allowed. `failed`: any other error during rendering. */
  code: "syntax" | "forbidden" | "time" | "memory" | "too_large" | "failed";
  /** For the template's author, to correct it. Contains no path and no stack. */
  message: string;
  /** Line of the template, from 1, if known. For a fault in the output, only the message names the line. */
  line?: number;
}

export type Rendered = { ok: true; html: string } | ({ ok: false } & TemplateFault);

const MAX_AT_ONCE = 2;
const MAX_WAITING = 50;
const turns = new Semaphore(MAX_AT_ONCE, MAX_WAITING);

/** The answer is untrusted, because the process ran somebody else's template. */
const answer = z.discriminatedUnion("ok", [
  z.strictObject({ ok: z.literal(true), html: z.string() }),
  z.strictObject({
    ok: z.literal(false),
    code: z.enum(["syntax", "forbidden", "too_large", "memory", "failed"]),
    message: z.string().transform((text) => text.slice(0, 1000)),
    line: z.int().positive().optional(),
  }),
]);

/**
 * Renders a Twig template over plain data in its own process and checks the output. Equal source and context give equal `html`,
 * which is safe to show in a frame without scripts. `limits` can only lower `TEMPLATE_LIMITS`. Throws the signal's reason when
 * aborted, and the system's error if no process can be started.
 */
export async function renderTemplate(
  { source, context, limits }: { source: string; context: JsonObject; limits?: Partial<TemplateLimits> },
  signal?: AbortSignal,
): Promise<Rendered> {
  const most = lower(limits);
  const json = toJson(context);
  if (json === undefined) return refuse("too_large", "The template's data is nested too deeply.");
  if (Buffer.byteLength(json) > most.contextBytes)
    return refuse("too_large", `The template's data has more than ${most.contextBytes} bytes.`);
  const rendered = await ask(source, json, most, signal);
  if (!rendered.ok) return rendered;
  const [fault] = await findPageFaults(rendered.html, TEMPLATE_PAGE);
  return fault ? refuse("forbidden", `In the template's output, line ${fault.line}: ${fault.message}`) : rendered;
}

/** Parses and checks a template without running it. Returns a fault it has with any data, or undefined. */
export async function findTemplateFault(source: string, signal?: AbortSignal): Promise<TemplateFault | undefined> {
  const rendered = await ask(source, undefined, TEMPLATE_LIMITS, signal);
  if (rendered.ok) return undefined;
  const { ok: _, ...fault } = rendered;
  return fault;
}

async function ask(source: string, context: string | undefined, most: TemplateLimits, signal?: AbortSignal): Promise<Rendered> {
  const { sourceBytes, outputBytes, milliseconds } = most;
  if (Buffer.byteLength(source) > sourceBytes) return refuse("too_large", `A template may have at most ${sourceBytes} bytes.`);
  const job = { source, language: TEMPLATE_LANGUAGE, mostBytes: outputBytes, ...(context !== undefined && { context }) };
  // A byte needs at most six characters in JSON, as \u0000 does; the rest leaves room for a message.
  const task = { job, milliseconds, mostBytes: outputBytes * 6 + 10_000 };
  const end = await turns.run(() => runChild(task, signal), signal);
  if (end === undefined) return refuse("failed", "Too many templates are being rendered. Try again in a few seconds.");
  if ("line" in end) return read(end.line, outputBytes);
  if (end.ended === "time") return refuse("time", `The template was ended after ${milliseconds} milliseconds. Loop over less.`);
  if (end.ended === "memory") return refuse("memory", "The template needs more memory than it may have.");
  return refuse("failed", "The template could not be rendered.");
}

function read(line: string, outputBytes: number): Rendered {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    json = undefined;
  }
  const { data } = answer.safeParse(json);
  if (!data || (data.ok && Buffer.byteLength(data.html) > outputBytes))
    return refuse("failed", "The template could not be rendered.");
  if (data.ok) return data;
  const { code, message, line: at } = data;
  return refuse(code, message, at);
}

const refuse = (code: TemplateFault["code"], message: string, line?: number): Rendered => ({
  ok: false,
  code,
  message,
  ...(line !== undefined && { line }),
});

function lower(limits: Partial<TemplateLimits> = {}): TemplateLimits {
  const of = (name: keyof TemplateLimits): number => Math.min(limits[name] ?? Infinity, TEMPLATE_LIMITS[name]);
  return {
    milliseconds: of("milliseconds"),
    outputBytes: of("outputBytes"),
    sourceBytes: of("sourceBytes"),
    contextBytes: of("contextBytes"),
  };
}

/** Returns undefined if the data is too deep for the stack. */
function toJson(context: JsonObject): string | undefined {
  try {
    return JSON.stringify(context);
  } catch {
    return undefined;
  }
}
