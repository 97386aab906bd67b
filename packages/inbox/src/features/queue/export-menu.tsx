import { ActionIcon, Menu } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { exportPath, type ExportFormat, type QueueFilter } from "../../api/list-filter.ts";
import { inShownWorkspace } from "../../api/request.ts";

const FORMATS = [
  { format: "csv", label: "CSV, for spreadsheets" },
  { format: "jsonl", label: "JSON Lines, for programs" },
] as const satisfies readonly { format: ExportFormat; label: string }[];

/** Saves all actions of the filtered list as a file. */
export function ExportMenu({ filter }: { filter: QueueFilter }) {
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon variant="default" size={30} aria-label="Export the list" title="Export the list">
          <IconDownload size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {FORMATS.map(({ format, label }) => (
          <Menu.Item
            key={format}
            component="a"
            href={inShownWorkspace(exportPath(filter, format))}
            download={`actions.${format}`}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
