import { runInNewContext } from "node:vm";

/**
 * The second wall around a run, for the case that the sandbox itself has a hole. The first is what Node.js was told when this
 * process was started: no file but these sources, no process, no thread, no code out of text. What is left of the platform
 * goes away here, above all the network: only the language stays.
 */
export function giveUpThePlatform() {
  const language = new Set(runInNewContext("Object.getOwnPropertyNames(globalThis)"));
  for (const name of ["binding", "_linkedBinding", "dlopen", "getBuiltinModule", "mainModule", "kill"]) {
    Reflect.deleteProperty(process, name);
  }
  for (const name of Object.getOwnPropertyNames(globalThis)) if (!language.has(name)) Reflect.deleteProperty(globalThis, name);
  const silent = () => undefined;
  globalThis.console = { log: silent, warn: silent, error: silent };
}
