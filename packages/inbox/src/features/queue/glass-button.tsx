import { Button, Menu } from "@mantine/core";
import { IconUrgent } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { openGlassQuery } from "../../api/glass-queries.ts";
import { mayDecide, useMe } from "../../api/signed-in.ts";
import { strings } from "../../strings/queue.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";

/** Shows that emergency approvals of others wait for a review, and leads to them. */
export function GlassButton() {
  const me = useMe();
  const all = useQuery({ ...openGlassQuery, enabled: mayDecide(me) }).data ?? [];
  const open = all.filter(({ by }) => by.id !== me?.principal.id);
  return (
    <div role="status" aria-label={strings.emergencies.label}>
      {open.length > 0 && (
        <Menu position="bottom-start" shadow="md">
          <Menu.Target>
            <Button
              size="compact-xs"
              variant="light"
              color="red"
              leftSection={<IconUrgent size={13} aria-hidden />}
              styles={{ label: { color: "var(--mantine-color-text)" } }}
            >
              {strings.emergencies.toReview(open.length)}
            </Button>
          </Menu.Target>
          <Menu.Dropdown mah="60dvh" maw="calc(100vw - 24px)" style={{ overflowY: "auto" }}>
            {open.map(({ pendingActionId: id, title }) => (
              <Menu.Item key={id} renderRoot={(props) => <Link to="/actions/$id" params={{ id }} search={true} {...props} />}>
                <VisibleText text={title} newlines="mark" />
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}
