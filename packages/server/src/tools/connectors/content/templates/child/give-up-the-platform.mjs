import Module from "node:module";

/** Globals to keep: the language itself, and what the template engine needs of the platform. */
const KEPT = new Set(
  (
    "globalThis global Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise " +
    "RegExp Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError JSON Math Intl ArrayBuffer " +
    "Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array Float32Array Float64Array Uint8ClampedArray " +
    "BigUint64Array BigInt64Array DataView Map BigInt Set WeakMap WeakSet WeakRef FinalizationRegistry Proxy Reflect " +
    "decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape isFinite isNaN Iterator Buffer"
  ).split(" "),
);

/** Sources of which the engine's lexer makes functions, to read `\n` and other escapes: `return "\n"`. */
const READ = new Map(
  Object.entries({ b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", v: "\v", 0: "\0", "'": "'", '"': '"', "\\": "\\" }).map(
    ([letter, character]) => [`return "\\${letter}"`, () => character],
  ),
);

/** Replaces `Function` and compiles nothing: it knows these ten sources and refuses all others. */
function KnownFunction(...given) {
  const known = given.length === 1 ? READ.get(given[0]) : undefined;
  if (!known) throw new EvalError("no code is made of text");
  return known;
}

/**
 * Second line of defence. The first is the Node.js and V8 arguments of this process: no files but these sources, no processes,
 * no threads, no code from text. This removes the rest of the platform, above all the network.
 */
export function giveUpThePlatform() {
  const { _cache: loaded, _resolveFilename: resolve } = Module;
  // Parts of the engine request modules late, but only ones that are already loaded.
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
