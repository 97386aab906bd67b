import type { Member } from "@countersign/protocol";
import { Button, Group, Stack } from "@mantine/core";
import { useChange } from "../../../api/use-change.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Invitation, type InvitationAnswer } from "./invitation.tsx";

/** Makes a new sign-in link for a person whose link is lost or expired. */
export function NewLink({ member, onClose }: { member: Member; onClose: () => void }) {
  const renew = useChange<InvitationAnswer>();
  return (
    <Dialog onClose={onClose} title="New sign-in link">
      <Stack gap="md">
        {renew.data ? (
          <Invitation delivery={renew.data} email={member.email} />
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
          <Notice tone="error" title="No link was created">
            {renew.error.message}
          </Notice>
        )}
        <Group justify="flex-end">
          {renew.data ? (
            <Button onClick={onClose}>Done</Button>
          ) : (
            <>
              <Button variant="default" onClick={onClose}>
                Cancel
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
                Create a link
              </Button>
            </>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
