import { Button } from "@mantine/core";
import { IconHandStop } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { repeatsQuery } from "../../api/action-queries.ts";
import { strings } from "../../strings/queue.tsx";

const RepeatsDialog = lazy(async () => ({ default: (await import("./repeats-dialog.tsx")).RepeatsDialog }));

/** Shows, as it happens, that agents repeat rejected calls, and opens a dialog with what a person can do about it. */
export function RepeatsButton() {
  const repeats = useQuery(repeatsQuery).data ?? [];
  const [open, setOpen] = useState(false);
  const paused = repeats.filter(({ pausedAt }) => pausedAt !== null).length;
  return (
    <>
      <div role="status" aria-label={strings.repeats.label}>
        {repeats.length > 0 && (
          <Button
            size="compact-xs"
            variant="light"
            color={paused > 0 ? "orange" : "gray"}
            leftSection={<IconHandStop size={13} aria-hidden />}
            onClick={() => setOpen(true)}
            styles={{ label: { color: "var(--mantine-color-text)" } }}
          >
            {strings.repeats.button(paused, repeats.length - paused)}
          </Button>
        )}
      </div>
      {open && (
        <Suspense>
          <RepeatsDialog repeats={repeats} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
