import { spawn } from "node:child_process";
import { once } from "node:events";

/** Runs a program in the bench's own folder to its end and parses the last line that it prints as JSON. */
export async function runJson<Answer>(
  folder: string,
  file: string,
  ...parameters: readonly (string | number)[]
): Promise<Answer> {
  const child = spawn(process.execPath, [file, ...parameters.map(String)], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`${file} ended with ${code}`);
  return JSON.parse(text.trim().split("\n").at(-1) ?? "") as Answer;
}
