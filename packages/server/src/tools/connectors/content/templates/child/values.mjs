// What a template can hold in its hands: null, booleans, numbers, texts, lists and objects as maps, and text that is already
// escaped. No JavaScript object: a name is looked up in a map and nowhere else, so prototypes and methods are not there to find.
import { isAMarkup } from "twing";

/** A refusal in words for whoever wrote the template. */
export class Fault extends Error {
  /**
   * @param {"forbidden" | "failed" | "too_large"} code
   * @param {string} message
   * @param {number} [line]
   */
  constructor(code, message, line) {
    super(message);
    this.code = code;
    this.line = line;
  }
}

const failed = (message) => new Fault("failed", message);

/** JSON as values: a list is a map from 0 on. */
export function toValue(json) {
  if (typeof json !== "object" || json === null) return json;
  const entries = Array.isArray(json) ? json.entries() : Object.entries(json);
  return new Map([...entries].map(([key, value]) => [key, toValue(value)]));
}

export const isList = (value) => value instanceof Map || Array.isArray(value);

/** Of a value for which a text is wanted. */
export function toText(value, what) {
  if (value === null || value === undefined || value === false) return "";
  if (value === true) return "1";
  if (isAMarkup(value)) return value.toString();
  if (isList(value)) throw failed(`${what} takes a text or a number and was given a list or an object.`);
  return String(value);
}

/** Of a value for which a number is wanted. */
export function toNumber(value, what) {
  if (value === null || value === undefined || value === false || value === "") return 0;
  const number = isList(value) || isAMarkup(value) ? Number.NaN : Number(value);
  if (!Number.isFinite(number)) throw failed(`${what} takes a number.`);
  return number;
}

/** Of a value for which a list or an object is wanted. */
export function toMap(value, what) {
  if (value instanceof Map) return value;
  if (Array.isArray(value)) return new Map(value.entries());
  throw failed(`${what} takes a list or an object.`);
}

/** As Twig has it: empty texts, lists and `"0"` are false too. */
export function isTrue(value) {
  if (isAMarkup(value)) return value.toString() !== "";
  if (value instanceof Map) return value.size > 0;
  if (Array.isArray(value)) return value.length > 0;
  return value !== "0" && Boolean(value);
}

export const isEmpty = (value) => value === null || value === undefined || (value !== 0 && value !== "0" && !isTrue(value));

/** What a list or an object has under a key; `undefined` where it has nothing. Digits name a place in a list. */
export function lookUp(target, key) {
  if (typeof key === "boolean") key = Number(key);
  if (Array.isArray(target)) target = new Map(target.entries());
  if (!(target instanceof Map) || (typeof key !== "string" && typeof key !== "number")) return undefined;
  if (target.has(key)) return target.get(key);
  if (typeof key === "number") return target.get(Number.isInteger(key) ? String(key) : Math.trunc(key));
  return /^(0|[1-9]\d{0,9})$/.test(key) ? target.get(Number(key)) : undefined;
}

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#039;" };

/** For text and for quoted attributes. Twing's own leaves the single quote, and lets a value out of `title='…'`. */
export const escapeHtml = (text) => text.replace(/[&<>"']/g, (character) => ESCAPES[character]);
