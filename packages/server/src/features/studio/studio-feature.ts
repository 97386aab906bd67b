import type { Feature } from "../../http/feature.ts";
import type { FeatureDeps } from "../feature-deps.ts";
import { createStudio } from "./create-studio.ts";
import { studioRoutes } from "./studio-routes.ts";

/** The Tool Studio: administrators write, test and publish tools, each run of which has a sandbox of its own. */
export function studioFeature({ database, engine, registry, log }: FeatureDeps): Feature {
  const studio = createStudio({ database, engine, registry, log });
  const { admin, serve, leave, stop } = studio;
  return { name: "studio", routes: studioRoutes(admin), register: serve, leave, close: stop };
}
