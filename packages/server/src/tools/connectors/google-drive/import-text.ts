import { ServiceFault } from "../service-fault.ts";
import { askDrive } from "./ask-drive.ts";
import { decode, fileAt, GOOGLE_FORMAT, MAX_BYTES, throwFault, type DriveFile } from "./drive-file.ts";
import type { DriveConnection } from "./settings.ts";

/** Export formats of Google's own file types. */
const EXPORTS: Readonly<Record<string, string>> = {
  [`${GOOGLE_FORMAT}document`]: "text/markdown",
  [`${GOOGLE_FORMAT}spreadsheet`]: "text/csv",
  [`${GOOGLE_FORMAT}presentation`]: "text/plain",
};
const TEXT = /^(text\/|application\/(json|xml|yaml|x-yaml|javascript|sql|rtf|x-ndjson)$|[a-z]+\/[a-z0-9.+-]+\+(json|xml)$)/;
const REPEATS = 1;

/** Returns why a file cannot be imported, judged by type and size alone; undefined if an import can be tried. */
export function findUnreadable({ mimeType, size }: DriveFile): string | undefined {
  if (Object.hasOwn(EXPORTS, mimeType)) return undefined;
  if (!TEXT.test(mimeType)) return `Files of the type ${mimeType} are not read as text.`;
  return Number(size ?? 0) > MAX_BYTES ? `The file is larger than ${MAX_BYTES} bytes.` : undefined;
}

/** Returns the file's text, null if it is not UTF-8. Reading changes nothing, so a broken response is requested again once. */
export async function importText(connection: DriveConnection, file: DriveFile, signal: AbortSignal): Promise<string | null> {
  const format = EXPORTS[file.mimeType];
  const request =
    format === undefined
      ? { path: fileAt(file.id), query: { alt: "media" } }
      : { path: `${fileAt(file.id)}/export`, query: { mimeType: format } };
  for (let repeats = 0; ; repeats += 1) {
    try {
      const response = await askDrive(connection, signal, request);
      return decode(Buffer.from(await response.arrayBuffer().catch(throwFault)));
    } catch (error) {
      const isBroken = error instanceof ServiceFault && ["network", "server", "timeout"].includes(error.kind);
      if (!isBroken || repeats === REPEATS || signal.aborted) throw error;
    }
  }
}
