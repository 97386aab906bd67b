import { Button, Group, Title, VisuallyHidden } from "@mantine/core";
import { useHover, useMediaQuery } from "@mantine/hooks";
import { IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { mayDecide, useMe } from "../../api/signed-in.ts";
import type { QueueFilter } from "../../api/list-filter.ts";
import { strings } from "../../strings/queue.tsx";
import { TickBox } from "../../ui/tick-box.tsx";
import { BatchBar } from "./batch-bar.tsx";
import { QueueFilters } from "./queue-filters.tsx";
import { GlassButton } from "./glass-button.tsx";
import { RepeatsButton } from "./repeats-button.tsx";
import { QueueList } from "./queue-list.tsx";
import { useQueueFilter, type QueueSearch } from "./queue-search.ts";
import { useArrivalNotices } from "./use-arrival-notices.ts";
import { useQueue } from "./use-queue.ts";
import { hasNotes, SelectionNotes } from "./selection-notes.tsx";
import { useSelectMatching } from "./use-select-matching.ts";
import { useSelection } from "./use-selection.ts";
import classes from "./queue-pane.module.css";

interface Props {
  search: QueueSearch;
  headingOrder: 1 | 2;
  className: string | undefined;
}

/** The list of actions with its filters, and the decisions on ticked ones. */
export function QueuePane({ search, headingOrder, className }: Props) {
  const filter = useQueueFilter(search);
  const [scrolled, setScrolled] = useState(false);
  const [ticking, setTicking] = useState(false);
  const { hovered, ref } = useHover<HTMLElement>();
  const touch = useMediaQuery("(hover: none)", false, { getInitialValueInEffect: false });
  const queue = useQueue(filter, hovered || touch || scrolled || ticking, useArrivalNotices());
  const listed = listName(filter);
  const selection = useSelection(queue.rows, listed);
  const matching = useSelectMatching({ queue, selection, filter, of: listed });
  const clear = (): void => {
    matching.stop();
    selection.clear();
  };
  const canDecide = mayDecide(useMe());
  const someSelected = selection.selected.length > 0;
  if (ticking !== someSelected) setTicking(someSelected);

  return (
    <section ref={ref} className={`${classes.pane} ${className ?? ""}`} aria-label={strings.queue}>
      <div className={classes.head}>
        <VisuallyHidden>
          <Title order={headingOrder}>{strings.queue}</Title>
        </VisuallyHidden>
        <QueueFilters search={search} filter={filter} />
        <RepeatsButton />
        <GlassButton />
        <Group justify="space-between" mih={30} wrap="nowrap" className={classes.tools}>
          {canDecide && selection.waitingCount > 0 ? (
            <TickBox
              label={someSelected ? strings.selected(selection.selected.length) : matching.allWords}
              checked={selection.allSelected}
              indeterminate={someSelected && !selection.allSelected}
              onChange={() => (someSelected ? clear() : matching.selectAll())}
            />
          ) : (
            <span />
          )}
          <div role="status">
            {queue.news !== null && (
              <Button
                size="compact-xs"
                variant="light"
                leftSection={<IconRefresh size={13} aria-hidden />}
                onClick={() => void queue.refresh()}
              >
                {queue.news}
              </Button>
            )}
          </div>
        </Group>
      </div>
      <QueueList queue={queue} selection={canDecide ? selection : null} search={search} onScrolled={setScrolled} />
      {canDecide && (
        <BatchBar
          selection={{ selected: selection.selected, clear }}
          isLoading={matching.loading.state === "loading"}
          notes={hasNotes({ selection, matching }) && <SelectionNotes selection={selection} matching={matching} />}
        />
      )}
    </section>
  );
}

/** Names what a list shows, in whatever order; another list has a selection of its own. */
const listName = ({ sort: _sort, ...filter }: QueueFilter): string => JSON.stringify(filter);
