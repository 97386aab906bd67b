import type { ServerTool } from "../../../../ports/tool.ts";
import { renderTemplate } from "../templates/render-template.ts";
import { contentTools } from "../tools/content-tools.ts";
import { payloadSource } from "./payload-source.ts";
import type { PayloadConnection } from "./settings.ts";
import { showPictures, showUpload } from "./show-pictures.ts";

const AT_ONCE = "-direct-write";

/**
 * Content tools for a site, under names of their own: reads, and writes that a person must approve. As with every connection,
 * none writes directly, so uploads require approval, too.
 */
export function payloadTools(connection: PayloadConnection): ServerTool[] {
  const all = contentTools({ source: payloadSource(connection), prefix: "payload_", group: "payload" }, renderTemplate);
  return all.flatMap((tool) => {
    const { name, group = "", description } = tool.definition;
    if (!group.endsWith(AT_ONCE)) return tool.approval === "required" ? withPictures(connection, tool) : tool;
    if (name !== "payload_upload_asset") return [];
    const definition = {
      ...tool.definition,
      group: `${group.slice(0, -AT_ONCE.length)}-write`,
      description: description.replace(" at once, without approval", ", once a person approved it"),
    };
    return { ...withUpload(tool), definition, approval: "required" };
  });
}

/** Limit on the polling rate, because each check of a waiting proposal's element costs a request or two. */
const WATCH_SECONDS = 20;

const withPictures = (connection: PayloadConnection, tool: ServerTool): ServerTool => ({
  ...tool,
  watchSeconds: WATCH_SECONDS,
  describe: async (input, scope) => showPictures(connection, await tool.describe(input, scope)),
});

const withUpload = (tool: ServerTool): ServerTool => ({
  ...tool,
  watchSeconds: WATCH_SECONDS,
  describe: async (input, scope) => showUpload(input, await tool.describe(input, scope)),
});
