import type { ActionPage, ActionSummary } from "@countersign/protocol";
import { useMantineColorScheme } from "@mantine/core";
import { useQueryClient, type InfiniteData } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { keys } from "../api/keys.ts";
import { CommandPalette, type PaletteCommand } from "../features/keyboard/command-palette.tsx";
import { dropEmpty, VIEWS, type QueueSearch, useQueueSearch } from "../features/queue/queue-search.ts";
import { useSavedViews } from "../features/queue/use-saved-views.ts";
import { VisibleText } from "../ui/visible-text.tsx";

interface Props {
  onClose: () => void;
  onShowKeys: () => void;
}

const GROUPINGS = ["batch", "mission", "tool"] as const;

/** Command palette: all pages, views and settings, and the actions that are in the cache. */
export function Palette({ onClose, onShowKeys }: Props) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const current = useQueueSearch();
  const { views } = useSavedViews();
  const { setColorScheme } = useMantineColorScheme();
  const rows = useMemo(() => {
    const lists = cache.getQueriesData<InfiniteData<ActionPage>>({ queryKey: keys.lists });
    return new Map<string, ActionSummary>(
      lists.flatMap(([, list]) => list?.pages.flatMap(({ items }) => items.map((row) => [row.id, row] as const)) ?? []),
    );
  }, [cache]);
  const view = (search: QueueSearch) => () => void navigate({ to: "/", search });

  const commands: PaletteCommand[] = [
    ...VIEWS.map(({ label, status }) => ({
      id: `view ${label}`,
      label,
      group: "View",
      run: view(dropEmpty({ ...current, status: status ?? "" })),
    })),
    ...views.map(({ name, search }) => ({
      id: `saved ${name}`,
      label: name,
      shown: <VisibleText text={name} newlines="mark" />,
      group: "Saved view",
      run: view(search),
    })),
    ...GROUPINGS.map((group) => ({
      id: `group ${group}`,
      label: `Group by ${group}`,
      group: "View",
      run: view({ ...current, group }),
    })),
    { id: "keys", label: "Show the keys", group: "Help", run: onShowKeys },
    ...(["light", "dark", "auto"] as const).map((scheme) => ({
      id: `colours ${scheme}`,
      label: scheme === "auto" ? "Colours as the system" : `Colours: ${scheme}`,
      group: "Setting",
      run: () => setColorScheme(scheme),
    })),
    ...[...rows.values()].map(({ id, preview, toolName }) => ({
      id,
      label: `${preview.title} ${toolName}`,
      shown: <VisibleText text={preview.title} newlines="mark" />,
      group: "Action",
      run: () => void navigate({ to: "/actions/$id", params: { id }, search: true }),
    })),
  ];
  return <CommandPalette commands={commands} onClose={onClose} />;
}
