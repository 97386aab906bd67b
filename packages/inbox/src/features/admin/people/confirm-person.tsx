import { ROLES, type Member, type Role } from "@countersign/protocol";
import { type useChange, pathOf } from "../../../api/use-change.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { ConfirmDialog } from "../shared/confirm-dialog.tsx";
import { roleWords } from "../../../ui/role-words.ts";

export type PersonChange =
  | { kind: "role"; member: Member; role: Role }
  | { kind: "remove"; member: Member }
  | { kind: "glass"; member: Member };

interface Props {
  asked: PersonChange;
  change: ReturnType<typeof useChange>;
  isMe: boolean;
  onClose: () => void;
}

export function ConfirmPerson({ asked, change, isMe, onClose }: Props) {
  const { member } = asked;
  const path = pathOf("members", member.userId);
  const name = (
    <b>
      <VisibleText text={member.name} newlines="mark" />
    </b>
  );
  const common = { isSending: change.isPending, error: change.error, onCancel: onClose };
  const send = (sent: Parameters<typeof change.mutate>[0]): void => change.mutate(sent, { onSuccess: onClose });
  if (asked.kind === "remove") {
    return (
      <ConfirmDialog {...common} title="Remove this person?" verb="Remove" onConfirm={() => send({ method: "DELETE", path })}>
        {name} loses every right in this workspace at once, and the personal tokens made here stop working. Approved actions of
        theirs that have not run yet end as forbidden. What they decided stays on the record.
        {isMe && " This is you: you will be signed out of this workspace."}
      </ConfirmDialog>
    );
  }
  if (asked.kind === "glass") {
    const breakGlass = !member.breakGlass;
    return (
      <ConfirmDialog
        {...common}
        title={breakGlass ? "Let this person break the glass?" : "Take this right away?"}
        verb={breakGlass ? "Give the right" : "Take it away"}
        onConfirm={() => send({ method: "PUT", path, body: { breakGlass, ...(breakGlass && { confirm: true }) } })}
      >
        {breakGlass ? (
          <>
            In an emergency {name} may approve any action alone, at once, whatever its rules ask for. They have to say why,
            everybody who decides is told, and somebody else reviews it. The right counts after the wait that is set below.
          </>
        ) : (
          <>From now on {name} approves by the same rules as everybody else.</>
        )}
      </ConfirmDialog>
    );
  }
  const isRaised = ROLES.indexOf(asked.role) > ROLES.indexOf(member.role);
  return (
    <ConfirmDialog
      {...common}
      title="Change what this person may do?"
      verb="Change it"
      onConfirm={() => send({ method: "PUT", path, body: { role: asked.role, ...(isRaised && { confirm: true }) } })}
    >
      From now on {name} {roleWords(asked.role).says}.
      {isRaised && " Approval rules count the new role after the wait that is set below."}
      {isMe && " This is you: you will not be able to take it back yourself."}
    </ConfirmDialog>
  );
}
