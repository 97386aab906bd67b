import type { Database } from "../../store/database.ts";
import { findSource, insertSource } from "../../store/statements/sources.ts";
import type { Sources } from "../connectors/google-drive/sources.ts";

const SERVICE = "google-drive";

/** Stores imported texts as records of the workspace, beside those of its own tools. */
export const sourceRecords = ({ kysely }: Pick<Database, "kysely">): Sources => ({
  findKept: (workspaceId, fileId) => findSource(kysely, { workspaceId, service: SERVICE, fileId }),
  put: ({ workspaceId, actionId, position, fileId, version, name, mimeType, url, content }) => {
    const data = { service: SERVICE, file_id: fileId, version, mime_type: mimeType, url, content };
    return insertSource(kysely, { workspaceId, actionId, position, title: name, data });
  },
});
