import type { StudioPublication, StudioTool } from "@countersign/protocol";
import { Button, Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { keys } from "../../../api/keys.ts";
import { studioPath, studioPublicationQuery } from "../../../api/studio-queries.ts";
import { useChange } from "../../../api/use-change.ts";
import { strings as uiStrings } from "../../../strings/ui.tsx";
import { strings } from "../../../strings/studio.tsx";
import { DecideButton } from "../../../ui/decide-button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { RiskChip } from "../../../ui/risk-marks.tsx";
import { useArmed } from "../../../ui/use-armed.ts";
import { Loaded } from "../shared/loaded.tsx";
import { Points } from "../shared/card-parts.tsx";

interface Props {
  tool: StudioTool;
  onClose: () => void;
}

/** Shows in the server's words what will change, and publishes exactly that. */
export function PublishDialog({ tool, onClose }: Props) {
  const words = strings.publish;
  const look = useQuery(studioPublicationQuery(tool.name));
  const publish = useChange<StudioTool>(keys.studio, keys.tools, keys.groups);
  const found = look.isFetching ? undefined : look.data;
  const armed = useArmed(JSON.stringify(found ?? null)) && found !== undefined;
  const isReady = found !== undefined && found.blockers.length === 0;
  const send = (seen: StudioPublication): void =>
    publish.mutate(
      {
        method: "POST",
        path: studioPath(tool.name, "/publish"),
        body: { draftVersion: tool.draftVersion, ...(seen.lowered.length > 0 && { confirm: true }) },
      },
      { onSuccess: onClose },
    );
  return (
    <Dialog onClose={onClose} title={words.title(tool.name)}>
      <Stack gap="md">
        <Loaded query={look} what={words.changes}>
          {(seen) => <Changes seen={seen} />}
        </Loaded>
        {publish.error && (
          <Notice tone="error" title={words.failed}>
            {publish.error.message}
          </Notice>
        )}
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={onClose}>
            {uiStrings.cancel}
          </Button>
          {isReady && (
            <DecideButton
              armed={armed}
              loading={publish.isPending}
              {...(found.lowered.length > 0 && { color: "red.9" })}
              onClick={() => send(found)}
            >
              {found.lowered.length > 0 ? words.publishAnyway(found.version) : words.publish(found.version)}
            </DecideButton>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

function Changes({ seen }: { seen: StudioPublication }) {
  const words = strings.publish;
  const { blockers, changes, lowered, risk, approval, ends } = seen;
  if (blockers.length > 0) {
    return (
      <Notice tone="info" title={words.notYet}>
        <Points lines={blockers} />
      </Notice>
    );
  }
  return (
    <>
      <Points lines={[...changes, words.approvals[approval]]} />
      <p>
        <RiskChip risk={risk} />
      </p>
      {ends > 0 && <Notice tone="caution">{words.ends(ends)}</Notice>}
      {lowered.length > 0 && (
        <Notice tone="caution" title={words.lowered}>
          <Points lines={lowered} />
        </Notice>
      )}
    </>
  );
}
