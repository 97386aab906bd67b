import { Button } from "@mantine/core";
import { IconUrgent } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { openGlassQuery } from "../../api/glass-queries.ts";
import { mayDecide, useMe } from "../../api/signed-in.ts";
import { strings } from "../../strings/queue.tsx";
import { MenuButton } from "../../ui/menu/menu-button.tsx";

const GlassMenu = lazy(async () => ({ default: (await import("./glass-menu.tsx")).GlassMenu }));

/** Shows that emergency approvals of others wait for a review, and leads to them. */
export function GlassButton() {
  const me = useMe();
  const all = useQuery({ ...openGlassQuery, enabled: mayDecide(me) }).data ?? [];
  const open = all.filter(({ by }) => by.id !== me?.principal.id);
  return (
    <div role="status" aria-label={strings.emergencies.label}>
      {open.length > 0 && (
        <MenuButton
          button={
            <Button
              size="compact-xs"
              variant="light"
              color="red"
              leftSection={<IconUrgent size={13} aria-hidden />}
              styles={{ label: { color: "var(--mantine-color-text)" } }}
            >
              {strings.emergencies.toReview(open.length)}
            </Button>
          }
          menu={(button) => <GlassMenu button={button} open={open} />}
        />
      )}
    </div>
  );
}
