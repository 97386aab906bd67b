import Module from "node:module";

/** The language itself, and what the template engine asks of the platform. */
const KEPT = new Set(
  (
    "globalThis global Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise " +
    "RegExp Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError JSON Math Intl ArrayBuffer " +
    "Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array Float32Array Float64Array Uint8ClampedArray " +
    "BigUint64Array BigInt64Array DataView Map BigInt Set WeakMap WeakSet WeakRef FinalizationRegistry Proxy Reflect " +
    "decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape isFinite isNaN Iterator Buffer"
  ).split(" "),
);

/** What the engine's lexer makes functions of, to read `\n` and the like in a text: `return "\n"`. */
const READ = new Map(
  Object.entries({ b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v", 0: "\0", "'": "'", '"': '"', "\\": "\\" }).map(
    ([letter, character]) => [`return "\\${letter}"`, () => character],
  ),
);

/** Stands for `Function`, which makes nothing here: it knows these ten and refuses the rest. */
function KnownFunction(...given) {
  const known = given.length === 1 ? READ.get(given[0]) : undefined;
  if (!known) throw new EvalError("no code is made of text");
  return known;
}

/**
 * The second wall. The first is what Node.js and V8 were told when this process was started: no file but these sources, no
 * process, no thread, no code out of text. What is left of the platform goes away here, above all the network.
 */
export function giveUpThePlatform() {
  const { _cache: loaded, _resolveFilename: resolve } = Module;
  // Parts of the engine ask late for what is loaded already, and for nothing else.
  Module._load = (request, parent) => {
    const module = loaded[resolve(request, parent)];
    if (!module) throw new Error("nothing more is loaded");
    return module.exports;
  };
  for (const name of ["binding", "_linkedBinding", "dlopen", "getBuiltinModule", "mainModule", "kill"]) {
    Reflect.deleteProperty(process, name);
  }
  for (const name of Object.getOwnPropertyNames(globalThis)) if (!KEPT.has(name)) Reflect.deleteProperty(globalThis, name);
  KnownFunction.prototype = Function.prototype;
  globalThis.Function = KnownFunction;
  const silent = () => undefined;
  globalThis.console = { log: silent, warn: silent, error: silent };
}
