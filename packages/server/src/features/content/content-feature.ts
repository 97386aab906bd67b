import { join } from "node:path";
import type { Feature } from "../../http/feature.ts";
import { renderTemplate } from "../../tools/connectors/content/templates/render-template.ts";
import type { FeatureDeps } from "../feature-deps.ts";
import { contentRoutes } from "./content-routes.ts";
import { createContent } from "./create-content.ts";

/** A store of content: elements with revisions, which people edit and agents propose to change. */
export function contentFeature({ database, engine, registry, dataFolder }: FeatureDeps): Feature {
  const content = createContent({ database, folder: join(dataFolder, "assets"), render: renderTemplate });
  const { name } = content.tools;
  registry.add(content.tools);
  return {
    name,
    routes: contentRoutes(content.admin(engine)),
    async register(workspaceId) {
      if (await content.keeps(workspaceId)) await engine.declaredTools.registerServer(workspaceId, name);
    },
  };
}
