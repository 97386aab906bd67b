import { newQuickJSWASMModuleFromVariant, newVariant } from "quickjs-emscripten-core";
import variant from "@jitl/quickjs-wasmfile-release-sync";
import { prelude } from "./prelude.mjs";

const FILE = "tool.js";
const STACK_BYTES = 256 * 1024;
/** Time limit for reading what the author's code threw, since that may run code of its own, too. */
const READ_MS = 500;
const PAGES_A_MEGABYTE = 16;
const PAGE_BYTES = 65_536;
const FIRST_PAGES = 16 * PAGES_A_MEGABYTE;

const fail = (code, message = "") => ({ ok: false, code, message });
const TIME = fail("time");

/**
 * Creates a sandbox with at most so much memory, the language's own included. The WebAssembly memory is the limit: this build
 * of QuickJS cannot count what it allocates, and its own limit holds for single blocks only. `ask` takes a request as text and
 * resolves to text; `log` takes level and text.
 */
export async function prepare(megabytes, { ask, log }) {
  const maximum = Math.max(FIRST_PAGES, megabytes * PAGES_A_MEGABYTE);
  const wasmMemory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum });
  const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory }));
  const runtime = quickjs.newRuntime();
  runtime.setMaxStackSize(STACK_BYTES);
  runtime.setModuleLoader(() => ({ error: new Error("A tool is a single file and cannot import anything.") }));
  const context = runtime.newContext();

  const waiting = new Set();
  const host = hostOf(context, waiting, { ask, log });
  const made = context.unwrapResult(context.evalCode(`((host) => (${prelude.toString()})())`, "countersign.js"));
  const call = context.unwrapResult(context.callFunction(made, context.undefined, host));

  /** Returns `{ok: true, json}` or `{ok: false, code, message, line?, column?}`. */
  async function run({ source, input, milliseconds }) {
    const until = Date.now() + milliseconds;
    let isOver = false;
    runtime.setInterruptHandler(() => {
      isOver ||= Date.now() >= until;
      return isOver;
    });

    const faultOf = (handle) => {
      if (isOver) return TIME;
      const readUntil = Date.now() + READ_MS;
      runtime.setInterruptHandler(() => Date.now() >= readUntil);
      return describe(context, handle);
    };
    /** Returns `{ok: true, value}`, or the fault with which the promise ended. */
    const settle = async (promise) => {
      for (;;) {
        const ran = runtime.executePendingJobs();
        if (ran.error) return faultOf(ran.error);
        const now = context.getPromiseState(promise);
        if (now.type === "fulfilled") return { ok: true, value: now.value };
        if (now.type === "rejected") return faultOf(now.error);
        if (Date.now() >= until) return TIME;
        if (waiting.size === 0) return fail("failed", "The tool waits for a promise that is never settled.");
        await Promise.race(waiting);
      }
    };

    try {
      const evaluated = context.evalCode(source, FILE, { type: "module" });
      if (evaluated.error) return faultOf(evaluated.error);
      const loaded = await settle(evaluated.value);
      if (!loaded.ok) return loaded;
      const tool = context.getProp(loaded.value, "default");
      if (context.typeof(tool) !== "function")
        return fail("failed", "The tool exports no function: begin with `export default async function (input, { fetch })`.");
      const called = context.callFunction(call, context.undefined, tool, context.newString(JSON.stringify(input)));
      if (called.error) return faultOf(called.error);
      const ended = await settle(called.value);
      return ended.ok ? { ok: true, json: context.getString(ended.value) } : ended;
    } catch {
      // The sandbox itself broke: by time, no memory left to report the fault, or the stack of its own code.
      if (isOver) return TIME;
      return fail(wasmMemory.buffer.byteLength >= maximum * PAGE_BYTES ? "memory" : "stack");
    }
  }
  return run;
}

/** What the tool's code may call outside of the sandbox. Requests without an answer yet are in `waiting`. */
function hostOf(context, waiting, { ask, log }) {
  const host = context.newObject();
  context.setProp(
    host,
    "ask",
    context.newFunction("ask", (request) => {
      const deferred = context.newPromise();
      const answered = ask(context.getString(request)).then((text) => {
        waiting.delete(answered);
        deferred.resolve(context.newString(text));
      });
      waiting.add(answered);
      return deferred.handle;
    }),
  );
  context.setProp(
    host,
    "log",
    context.newFunction("log", (level, text) => log(context.getString(level), context.getString(text))),
  );
  return host;
}

/** Reads name, message and place in the author's own lines. The value is untrusted: the author's code made it. */
function describe(context, handle) {
  if (context.typeof(handle) !== "object") {
    const thrown = context.typeof(handle) === "string" ? context.getString(handle) : `a ${context.typeof(handle)}`;
    return fail("failed", `The tool threw ${JSON.stringify(thrown)} instead of an error.`);
  }
  const read = (name) => {
    const value = context.getProp(handle, name);
    return context.typeof(value) === "string" ? context.getString(value) : "";
  };
  const [name, message, stack] = [read("name"), read("message"), read("stack")];
  if (name === "InternalError" && message === "out of memory") return fail("memory");
  if (name === "InternalError" && message === "interrupted") return TIME;
  if (name === "InternalError" && message === "stack overflow") return fail("stack");
  const at = /\btool\.js:(\d+)(?::(\d+))?/.exec(stack);
  const isRunning = /\bat .*\(tool\.js/.test(stack);
  return {
    ...fail(
      name === "SyntaxError" && !isRunning ? "syntax" : "failed",
      [name, message].filter((part) => part !== "" && part !== "Error").join(": "),
    ),
    ...(at && { line: Number(at[1]), ...(at[2] && { column: Number(at[2]) }) }),
  };
}
