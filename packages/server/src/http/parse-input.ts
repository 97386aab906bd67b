import { jsonPointer, type Json } from "@countersign/protocol";
import type { z } from "zod";
import { ok, refuse, type Result } from "../core/refusal.ts";
import type { InputFault } from "../ports/checks.ts";
import { alignBody } from "./align-body.ts";

function faultsOf(error: z.ZodError): InputFault[] {
  return error.issues.map((issue) => ({
    path: jsonPointer(issue.path.map((step) => (typeof step === "number" ? step : String(step)))),
    message: issue.code === "invalid_type" && issue.message.endsWith("received undefined") ? "is required" : issue.message,
  }));
}

const invalid = (errors: InputFault[]) =>
  refuse(
    "INVALID_INPUT",
    errors
      .map(({ path, message }) => `${path === "" ? "The body" : path}: ${message}`)
      .join("; ")
      .slice(0, 1000),
    { errors },
  );

/**
 * Validates a body. Returns the aligned body, not the schema's copy, because copying drops a key named `__proto__`. Body
 * schemas must therefore not use defaults or transforms.
 */
export function parseBody(schema: z.ZodObject, sent: Json): Result<Json> {
  const { value, faults } = alignBody(schema, sent);
  const parsed = schema.safeParse(value);
  const errors = parsed.success ? faults : [...faults, ...faultsOf(parsed.error)];
  return errors.length === 0 ? ok(value) : invalid(errors);
}

/** Parses query parameters by schema name or its snake_case form. Repeated ones join with commas; others are ignored. */
export function parseQuery(schema: z.ZodObject, search: URLSearchParams): Result<unknown> {
  const sent: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const values = [...search.getAll(name), ...(snake === name ? [] : search.getAll(snake))];
    if (values.length > 0) sent[name] = values.join(",");
  }
  const parsed = schema.safeParse(sent);
  return parsed.success ? ok(parsed.data) : invalid(faultsOf(parsed.error));
}
