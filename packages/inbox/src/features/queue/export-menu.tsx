import { ActionIcon, Menu } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { exportPath, type ExportFormat, type QueueFilter } from "../../api/list-filter.ts";
import { inShownWorkspace } from "../../api/request.ts";
import { strings } from "../../strings/queue.tsx";

const FORMATS = ["csv", "jsonl"] as const satisfies readonly ExportFormat[];

/** Saves all actions of the filtered list as a file. */
export function ExportMenu({ filter }: { filter: QueueFilter }) {
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon variant="default" size={30} aria-label={strings.exports.button} title={strings.exports.button}>
          <IconDownload size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
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
      </Menu.Dropdown>
    </Menu>
  );
}
