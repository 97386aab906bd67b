import { runInNewContext } from "node:vm";

/**
 * Second line of defence around a run, in case the sandbox itself has a hole. The first is the Node.js arguments of this
 * process: no files but these sources, no processes, no threads, no code from text. This removes the rest of the platform,
 * above all the network: only the language stays.
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
