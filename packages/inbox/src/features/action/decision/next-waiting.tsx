import { Button } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ListFilter } from "../../../api/list-filter.ts";
import { listQuery } from "../../../api/action-queries.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";
import classes from "./decision-dock.module.css";

/** The next row of the list this one was opened from that still waits. */
export function NextWaiting({ id, filter }: { id: string; filter: ListFilter }) {
  const { data } = useInfiniteQuery({ ...listQuery(filter), enabled: false });
  const rows = data?.pages.flatMap((page) => page.items) ?? [];
  const here = rows.findIndex((row) => row.id === id);
  const next = [...rows.slice(here + 1), ...rows.slice(0, Math.max(here, 0))].find(({ status }) => status === "pending");
  if (!next) return null;
  return (
    <div className={classes.buttons}>
      <Button
        variant="default"
        rightSection={<IconArrowRight size={16} aria-hidden />}
        renderRoot={(props) => <Link to="/actions/$id" params={{ id: next.id }} search={true} {...props} />}
      >
        Next
      </Button>
      <p className={classes.meaning}>
        <VisibleText text={next.preview.title} newlines="mark" />
      </p>
    </div>
  );
}
