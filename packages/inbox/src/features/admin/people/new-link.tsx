import type { Member } from "@countersign/protocol";
import { Button, Group, Modal, Stack } from "@mantine/core";
import { useChange } from "../../../api/use-change.ts";
import { Notice } from "../../../ui/notice.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { ShownOnce } from "../shared/shown-once.tsx";

/** Makes a new sign-in link for a person whose link is lost or expired. */
export function NewLink({ member, onClose }: { member: Member; onClose: () => void }) {
  const renew = useChange<{ signInUrl: string }>();
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      closeButtonProps={{ "aria-label": "Close" }}
      title={<b>New sign-in link</b>}
    >
      <Stack gap="md">
        {renew.data ? (
          <ShownOnce what="The sign-in link" secret={renew.data.signInUrl}>
            Pass it on yourself: nothing was sent. It works once, within 24 hours.
          </ShownOnce>
        ) : (
          <div>
            For{" "}
            <b>
              <VisibleText text={member.name} newlines="mark" />
            </b>
            , who has not signed in yet. Whoever opens the link becomes this person.
          </div>
        )}
        {renew.error && (
          <Notice tone="error" title="No link was made">
            {renew.error.message}
          </Notice>
        )}
        <Group justify="flex-end">
          {renew.data ? (
            <Button onClick={onClose}>Done</Button>
          ) : (
            <>
              <Button variant="default" onClick={onClose}>
                Go back
              </Button>
              <Button
                loading={renew.isPending}
                onClick={() =>
                  renew.mutate({
                    method: "POST",
                    path: `/api/members/${encodeURIComponent(member.userId)}/invitation`,
                    body: {},
                  })
                }
              >
                Make a link
              </Button>
            </>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
