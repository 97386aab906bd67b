import type { ContentAdmin } from "./content-admin.ts";
import type { DeclaredTools } from "../../ports/catalog.ts";
import type { ServerTools } from "../../ports/tool.ts";
import type { Database } from "../../store/database.ts";
import { createAssetFiles } from "../../tools/connectors/content/embedded/asset-files.ts";
import { createEmbeddedSource } from "../../tools/connectors/content/embedded/embedded-source.ts";
import { hasContent } from "../../tools/connectors/content/embedded/type-rows.ts";
import { contentTools } from "../../tools/connectors/content/tools/content-tools.ts";
import type { RenderTemplate } from "../../tools/connectors/content/templates/template-data.ts";
import type { ContentDeps } from "./content-deps.ts";
import { createPages } from "./pages.ts";
import { queryHandle } from "./query-handle.ts";
import { createReads } from "./read-content.ts";
import { createRights } from "./rights.ts";
import { createTransfer } from "./transfer.ts";
import { createTypes } from "./types.ts";
import { createWrites } from "./write-content.ts";

export interface Content {
  /** Content tools for the registry; a workspace gets them with its first content. */
  tools: ServerTools;
  admin(engine: { declaredTools: Pick<DeclaredTools, "registerServer"> }): ContentAdmin;
  keeps(workspaceId: string): Promise<boolean>;
}

/** Name of the connector and prefix of its group names. */
export const CONTENT = "content";

/** The content store of this server: tools for agents, and the reads and changes open to people. */
export function createContent(options: { database: Database; folder: string; render: RenderTemplate }): Content {
  const { database, folder, render } = options;
  const files = createAssetFiles(folder);
  const handle = queryHandle(database.kysely);
  const source = createEmbeddedSource({ database: handle, files });
  const tools = contentTools({ source, prefix: "", group: CONTENT }, render);
  return {
    tools: { name: CONTENT, tools, onDemand: true },
    keeps: (workspaceId) => hasContent(handle.query, workspaceId),
    admin(engine) {
      const register = (workspaceId: string) => engine.declaredTools.registerServer(workspaceId, CONTENT);
      const deps: ContentDeps = { database, handle, source, files, render, register };
      const reads = createReads(deps);
      return {
        ...reads,
        ...createTypes(deps),
        ...createWrites(deps, reads.element),
        ...createRights(deps),
        ...createTransfer(deps),
        ...createPages(deps),
      };
    },
  };
}
