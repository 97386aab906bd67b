import { access, constants, stat } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";

/** Whether a command names a program: a path, from the folder in which it runs, or a name in one of the folders of `PATH`. */
export async function hasProgram(command: string, folder: string, path: string): Promise<boolean> {
  // Windows finds programs in more ways than these.
  if (process.platform === "win32") return true;
  if (command.includes("/")) return isProgram(resolve(folder, command));
  for (const each of path.split(delimiter)) if (await isProgram(join(resolve(folder, each), command))) return true;
  return false;
}

const isProgram = async (path: string): Promise<boolean> => {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
};
