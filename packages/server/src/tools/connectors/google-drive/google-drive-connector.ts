import type { Connector } from "../connector.ts";
import { ServiceFault } from "../service-fault.ts";
import { driveAuthorization } from "./access-token.ts";
import { askDriveJson } from "./ask-drive.ts";
import { fileAt } from "./drive-file.ts";
import { importFolderTool } from "./import-folder.ts";
import { driveReadTools } from "./read-tools.ts";
import { freePlaces } from "../read-tool.ts";
import { driveCredentials, driveSettings, type DriveConnection, type DriveCredentials } from "./settings.ts";
import type { Sources } from "./sources.ts";
import { updateFileTool } from "./update-file.ts";
import { writeFileTool } from "./write-file.ts";

/** Reads and writes files in Google Drive, and imports files into `sources`. */
export const createGoogleDriveConnector = (sources: Sources): Connector<DriveCredentials, DriveConnection["settings"]> => ({
  name: "google-drive",
  title: "Google Drive",
  credentials: driveCredentials,
  settings: driveSettings,
  authorization: driveAuthorization,
  freeReads: (settings) => freePlaces(settings, settings.folders),
  tools: (connection) => [
    ...(connection.settings.reads ? driveReadTools(connection) : []),
    writeFileTool(connection),
    updateFileTool(connection),
    importFolderTool(connection, sources),
  ],

  /** Also checks the allowed folders, because a valid account may see none of them. */
  async test(connection, signal) {
    const query = { fields: "user" };
    const { user } = await askDriveJson<About>(connection, signal, { path: "/drive/v3/about", query });
    const unseen: string[] = [];
    for (const id of connection.settings.folders.slice(0, MAX_LOOKED_AT)) {
      const request = { path: fileAt(id), query: { fields: "id" } };
      await askDriveJson(connection, signal, request).catch((error: unknown) => {
        if (!(error instanceof ServiceFault) || error.kind !== "not_found") throw error;
        unseen.push(id);
      });
    }
    if (unseen.length > 0) {
      return {
        ok: false,
        code: "settings",
        message: `There is no such folder, or the account cannot see it: ${unseen.join(", ")}.`,
      };
    }
    return { ok: true, as: user.emailAddress ?? user.displayName };
  },
});

const MAX_LOOKED_AT = 20;

interface About {
  user: { displayName: string; emailAddress?: string };
}
