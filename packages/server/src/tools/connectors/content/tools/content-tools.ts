import type { ServerTool } from "../../../../ports/tool.ts";
import { createTools } from "./create-tools.ts";
import { readTools } from "./read-tools.ts";
import { tagTools } from "./tag-tools.ts";
import type { RenderTemplate } from "../templates/template-data.ts";
import { templateTool } from "./template-tool.ts";
import type { ContentToolOptions } from "./tool-parts.ts";
import { updateTools } from "./update-tools.ts";

/** Every tool on content. An agent's groups alone decide whether it reads, proposes or writes directly. */
export const contentTools = (options: ContentToolOptions, render: RenderTemplate): ServerTool[] => [
  ...readTools(options),
  ...updateTools(options),
  ...tagTools(options),
  ...createTools(options),
  templateTool(options, render),
];
