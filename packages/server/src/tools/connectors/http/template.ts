import type { Json, JsonObject } from "@countersign/protocol";
import { ToolFailure } from "../../../ports/tool.ts";
import { ServiceFault } from "../service-fault.ts";

const SECRET = /\$\{secret:([A-Za-z0-9_-]{1,100})\}/g;
const FIELD = /\{([A-Za-z0-9_-]{1,100})\}/g;

export const SHOWN_SECRET = "[secret]";

/** Returns the names of the secrets a template refers to as `${secret:name}`. */
export const secretsIn = (template: string): string[] => [...template.matchAll(SECRET)].map(([, name = ""]) => name);

/** Returns the names of the input fields a template contains as `{name}`. */
export const fieldsIn = (template: string): string[] =>
  [...template.replaceAll(SECRET, "").matchAll(FIELD)].map(([, name = ""]) => name);

/** Masks every secret of a template, for display. */
export const maskTemplate = (template: string): string => template.replaceAll(SECRET, SHOWN_SECRET);

/** Fills every secret into a template. Throws a `ServiceFault` naming a secret that the connection lacks. */
export function fillSecrets(
  template: string,
  secrets: Readonly<Record<string, string>>,
  encode = (text: string) => text,
): string {
  return template.replaceAll(SECRET, (_, name: string) => {
    const secret = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
    if (secret === undefined) throw new ServiceFault("auth", `The connection has no secret named ${name}.`);
    return encode(secret);
  });
}

/**
 * Fills the input's fields into the address, each encoded, so that none can add a folder, a query or a host. Refuses a field
 * that would make a path segment `.` or `..`, since every encoding of those is read as a step through folders.
 */
export function fillAddress(template: string, input: JsonObject): string {
  const address = template.replaceAll(FIELD, (whole, name: string, at: number) => {
    // `${secret:name}` is no field; `fillSecrets` fills it later.
    if (template[at - 1] === "$") return whole;
    const text = textOf(input[name], name);
    if (/\p{Surrogate}/u.test(text)) throw new ToolFailure("invalid", "has a lone surrogate", `/${name}`);
    return encodeURIComponent(text);
  });
  const path = address.replace(/^[a-z]+:\/\/[^/?#]*/i, "").replace(/[?#].*$/s, "");
  if (path.split("/").some((segment) => /^(\.|%2e){1,2}$/i.test(segment)))
    throw new ToolFailure("invalid", "a part of the address would be `.` or `..`");
  if (path.includes("//")) throw new ToolFailure("invalid", "a part of the address would be empty");
  return address;
}

function textOf(value: Json | undefined, name: string): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  throw new ToolFailure("invalid", "must be text, a number or a boolean: it is part of the address", `/${name}`);
}
