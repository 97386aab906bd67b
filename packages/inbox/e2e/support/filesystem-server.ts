import { join } from "node:path";

/** Program of a real MCP server of files, which takes the folders that it may use. */
export const FILESYSTEM = join(
  import.meta.dirname,
  "../../../../node_modules/@modelcontextprotocol/server-filesystem/dist/index.js",
);
