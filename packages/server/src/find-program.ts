import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";

/**
 * The path of the program that a command names: a path, from the folder in which it runs, or a name in one of the folders of `PATH`.
 * Undefined if there is none.
 */
export function findProgram(command: string, folder: string, path: string): string | undefined {
  // Windows finds programs in more ways than these.
  if (process.platform === "win32") return command;
  const places = command.includes("/") ? [command] : path.split(delimiter).map((each) => join(each, command));
  return places.map((place) => resolve(folder, place)).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
