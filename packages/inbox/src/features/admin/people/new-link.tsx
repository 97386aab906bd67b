import type { Member } from "@countersign/protocol";
import { Button, Group, Stack } from "@mantine/core";
import { useChange } from "../../../api/use-change.ts";
import { strings } from "../../../strings/people.tsx";
import { strings as uiStrings } from "../../../strings/ui.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Invitation, type InvitationAnswer } from "./invitation.tsx";

/** Makes a new sign-in link for a person whose link is lost or expired. */
export function NewLink({ member, onClose }: { member: Member; onClose: () => void }) {
  const renew = useChange<InvitationAnswer>();
  return (
    <Dialog onClose={onClose} title={strings.newLink.title}>
      <Stack gap="md">
        {renew.data ? (
          <Invitation delivery={renew.data} email={member.email} />
        ) : (
          <div>
            {strings.newLink.forPerson(
              <b>
                <VisibleText text={member.name} newlines="mark" />
              </b>,
            )}
          </div>
        )}
        {renew.error && (
          <Notice tone="error" title={strings.newLink.failed}>
            {renew.error.message}
          </Notice>
        )}
        <Group justify="flex-end">
          {renew.data ? (
            <Button onClick={onClose}>{strings.done}</Button>
          ) : (
            <>
              <Button variant="default" onClick={onClose}>
                {uiStrings.cancel}
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
                {strings.newLink.create}
              </Button>
            </>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
