import { Menu } from "@mantine/core";
import { exportPath, type ExportFormat, type QueueFilter } from "../../api/list-filter.ts";
import { inShownWorkspace } from "../../api/request.ts";
import { strings } from "../../strings/queue.tsx";
import type { MenuTarget } from "../../ui/menu/menu-button.tsx";
import { OpenedMenu } from "../../ui/menu/opened-menu.tsx";

const FORMATS = ["csv", "jsonl"] as const satisfies readonly ExportFormat[];

/** Saves all actions of the filtered list as a file. */
export function ExportMenu({ button, filter }: { button: MenuTarget; filter: QueueFilter }) {
  return (
    <OpenedMenu button={button} position="bottom-end">
      {FORMATS.map((format) => (
        <Menu.Item
          key={format}
          component="a"
          href={inShownWorkspace(exportPath(filter, format))}
          download={`actions.${format}`}
        >
          {strings.exports.formats[format]}
        </Menu.Item>
      ))}
    </OpenedMenu>
  );
}
