// Values of a template: null, booleans, numbers, texts, lists and objects as maps, and escaped text. There are no JavaScript
// objects: names are looked up in maps only, so prototypes and methods are out of reach.
import { isAMarkup } from "twing";

/** A refusal, worded for the template's author. */
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

/** Converts JSON to values; a list becomes a map with keys from 0. */
export function toValue(json) {
  if (typeof json !== "object" || json === null) return json;
  const entries = Array.isArray(json) ? json.entries() : Object.entries(json);
  return new Map([...entries].map(([key, value]) => [key, toValue(value)]));
}

export const isList = (value) => value instanceof Map || Array.isArray(value);

/** Converts a value to text; throws for a list or an object. */
export function toText(value, what) {
  if (value === null || value === undefined || value === false) return "";
  if (value === true) return "1";
  if (isAMarkup(value)) return value.toString();
  if (isList(value)) throw failed(`${what} takes a text or a number and was given a list or an object.`);
  return String(value);
}

/** Converts a value to a finite number; throws if that is impossible. */
export function toNumber(value, what) {
  if (value === null || value === undefined || value === false || value === "") return 0;
  const number = isList(value) || isAMarkup(value) ? Number.NaN : Number(value);
  if (!Number.isFinite(number)) throw failed(`${what} takes a number.`);
  return number;
}

/** Converts a list or an object to a map; throws for any other value. */
export function toMap(value, what) {
  if (value instanceof Map) return value;
  if (Array.isArray(value)) return new Map(value.entries());
  throw failed(`${what} takes a list or an object.`);
}

/** Truth as in Twig: empty texts, empty lists and `"0"` are false, too. */
export function isTrue(value) {
  if (isAMarkup(value)) return value.toString() !== "";
  if (value instanceof Map) return value.size > 0;
  if (Array.isArray(value)) return value.length > 0;
  return value !== "0" && Boolean(value);
}

export const isEmpty = (value) => value === null || value === undefined || (value !== 0 && value !== "0" && !isTrue(value));

/** Returns a list's or object's entry, undefined if there is none. Digits name a place in a list. */
export function lookUp(target, key) {
  if (typeof key === "boolean") key = Number(key);
  if (Array.isArray(target)) target = new Map(target.entries());
  if (!(target instanceof Map) || (typeof key !== "string" && typeof key !== "number")) return undefined;
  if (target.has(key)) return target.get(key);
  if (typeof key === "number") return target.get(Number.isInteger(key) ? String(key) : Math.trunc(key));
  return /^(0|[1-9]\d{0,9})$/.test(key) ? target.get(Number(key)) : undefined;
}

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#039;" };

/** Escapes text and quoted attributes. Twing's own function keeps `'`, so a value could break out of `title='…'`. */
export const escapeHtml = (text) => text.replace(/[&<>"']/g, (character) => ESCAPES[character]);
