// All filters of a template. Library filters that write unescaped text, read the clock or lose entries are not used; the others
// are, with their input validated first.
import { createMarkup, createSynchronousArrayLoader, createSynchronousEnvironment, isAMarkup } from "twing";
import { formatDate, readDate } from "./format-date.mjs";
import { escapeHtml, Fault, isEmpty, isList, toMap, toNumber, toText } from "./values.mjs";

const environment = createSynchronousEnvironment(createSynchronousArrayLoader({}));
const library = environment.filters;
const byLibrary = (name, ...given) => library.get(name).callable({ environment }, ...given);

// Parts of the library load modules on their first call, and later nothing can be loaded.
for (const method of ["common", "ceil", "floor"]) byLibrary("round", 1.5, 1, method);
for (const side of ["both", "left", "right"]) byLibrary("trim", " x ", null, side);
byLibrary("number_format", 1234.5, 1, ".", ",");
byLibrary("format", "%s %d %05.1f", "1", "2", "3");
byLibrary("striptags", "<b>x</b>", "");

const letters = (value, what) => [...toText(value, what)];
const first = (text, change) => text.replace(/^./su, change);
const listOr =
  (ofList, ofText) =>
  (value, ...rest) =>
    isList(value) ? ofList(toMap(value), ...rest) : ofText(value, ...rest);

/** Compares numbers by size and anything else by its text, code unit by code unit. */
function compareValues(a, b) {
  if (typeof a === "number" && typeof b === "number") return a - b;
  const [left, right] = [toText(a, "sort"), toText(b, "sort")];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function join(value, glue, and) {
  const texts = [...toMap(value, "join").values()].map((item) => toText(item, "join"));
  const [between, last] = [toText(glue, "join"), and === null ? undefined : toText(and, "join")];
  if (last === undefined || texts.length < 2) return texts.join(between);
  return `${texts.slice(0, -1).join(between)}${last}${texts.at(-1)}`;
}

/** Replaces in one pass over the text; the longest match wins at each place. */
function replace(value, pairs) {
  const given = new Map([...toMap(pairs, "replace")].map(([from, to]) => [String(from), toText(to, "replace")]));
  const sought = [...given.keys()].filter((from) => from !== "").sort((a, b) => b.length - a.length);
  if (sought.length === 0) return toText(value, "replace");
  const pattern = new RegExp(sought.map((from) => from.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")).join("|"), "g");
  return toText(value, "replace").replace(pattern, (found) => given.get(found));
}

const percent = (value) =>
  encodeURIComponent(toText(value, "url_encode").toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

function escape(value, strategy) {
  if (strategy !== null && strategy !== "html") throw new Fault("forbidden", `escape can only be escape("html") here.`);
  return isAMarkup(value) ? value : createMarkup(escapeHtml(toText(value, "escape")));
}

function date(value, format, zone) {
  if (zone !== null && zone !== "UTC") throw new Fault("forbidden", "date writes UTC; another time zone is not available.");
  return formatDate(
    readDate(isAMarkup(value) ? value.toString() : value),
    format === null ? "F j, Y H:i" : toText(format, "date"),
  );
}

const title = (text) =>
  text.toLowerCase().replace(/\p{L}[\p{L}\p{M}\p{N}'’]*/gu, (word) => first(word, (letter) => letter.toUpperCase()));
const nl2br = (value) =>
  createMarkup(
    escape(value, null)
      .toString()
      .replace(/\r\n|\r|\n/g, "<br>\n"),
  );
const escaping = [escape, ["strategy", null]];

/** Name → implementation, then its parameters. A second entry of a parameter is its default; `...` takes any number. */
const TABLE = {
  abs: [(value) => Math.abs(toNumber(value, "abs"))],
  batch: [
    (value, size, fill, keep) => byLibrary("batch", toMap(value, "batch"), Math.max(1, toNumber(size, "batch")), fill, keep),
    ["size"],
    ["fill", null],
    ["preserve_keys", true],
  ],
  capitalize: [(value) => first(toText(value, "capitalize").toLowerCase(), (letter) => letter.toUpperCase())],
  date: [date, ["format", null], ["timezone", null]],
  default: [(value, otherwise) => (isEmpty(value) ? otherwise : value), ["default", ""]],
  e: escaping,
  escape: escaping,
  first: [
    listOr(
      (map) => map.values().next().value,
      (value) => letters(value, "first")[0] ?? "",
    ),
  ],
  format: [(value, ...rest) => byLibrary("format", ...[value, ...rest].map((item) => toText(item, "format"))), "..."],
  join: [join, ["glue", ""], ["and", null]],
  keys: [(value) => [...toMap(value, "keys").keys()]],
  last: [
    listOr(
      (map) => [...map.values()].at(-1),
      (value) => letters(value, "last").at(-1) ?? "",
    ),
  ],
  length: [
    listOr(
      (map) => map.size,
      (value) => letters(value, "length").length,
    ),
  ],
  lower: [(value) => toText(value, "lower").toLowerCase()],
  merge: [(value, source) => byLibrary("merge", toMap(value, "merge"), toMap(source, "merge")), ["source"]],
  nl2br: [nl2br],
  number_format: [
    (value, decimals, point, separator) =>
      byLibrary(
        "number_format",
        toNumber(value, "number_format"),
        Math.min(20, Math.max(0, toNumber(decimals, "number_format"))),
        toText(point, "number_format"),
        toText(separator, "number_format"),
      ),
    ["decimal", 0],
    ["decimal_point", "."],
    ["thousand_sep", ","],
  ],
  replace: [replace, ["from"]],
  reverse: [
    listOr(
      (map, keep) => new Map([...map].reverse().map(([key, value], n) => [keep || typeof key !== "number" ? key : n, value])),
      (value) => letters(value, "reverse").reverse().join(""),
    ),
    ["preserve_keys", false],
  ],
  round: [
    (value, precision, method) =>
      byLibrary("round", toNumber(value, "round"), Math.max(-20, Math.min(20, toNumber(precision, "round"))), method),
    ["precision", 0],
    ["method", "common"],
  ],
  slice: [
    (value, start, length, keep) => {
      const [from, most] = [toNumber(start, "slice"), length === null ? null : toNumber(length, "slice")];
      if (isList(value)) return byLibrary("slice", toMap(value), from, most ?? Infinity, keep);
      const all = letters(value, "slice");
      const begin = from < 0 ? Math.max(0, all.length + from) : from;
      return all.slice(begin, most === null || most < 0 ? (most ?? undefined) : begin + most).join("");
    },
    ["start"],
    ["length", null],
    ["preserve_keys", false],
  ],
  sort: [(value) => new Map([...toMap(value, "sort")].sort(([, a], [, b]) => compareValues(a, b)))],
  striptags: [(value) => byLibrary("striptags", toText(value, "striptags"), "")],
  title: [(value) => title(toText(value, "title"))],
  trim: [
    (value, mask, side) => byLibrary("trim", toText(value, "trim"), mask === null ? null : toText(mask, "trim"), side),
    ["character_mask", null],
    ["side", "both"],
  ],
  upper: [(value) => toText(value, "upper").toUpperCase()],
  url_encode: [
    listOr(
      (map) => [...map].map(([key, value]) => `${percent(String(key))}=${percent(value)}`).join("&"),
      (value) => percent(value),
    ),
  ],
};

export const FILTERS = new Map(Object.entries(TABLE));
