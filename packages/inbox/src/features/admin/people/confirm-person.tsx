import { ROLES, type Member, type Role } from "@countersign/protocol";
import { type useChange, pathOf } from "../../../api/use-change.ts";
import { strings } from "../../../strings/people.tsx";
import { strings as uiStrings } from "../../../strings/ui.tsx";
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
      <ConfirmDialog
        {...common}
        title={strings.removing.title}
        verb={uiStrings.remove}
        onConfirm={() => send({ method: "DELETE", path })}
      >
        {strings.removing.says(name)}
        {isMe && ` ${strings.removing.isYou}`}
      </ConfirmDialog>
    );
  }
  if (asked.kind === "glass") {
    const breakGlass = !member.breakGlass;
    return (
      <ConfirmDialog
        {...common}
        title={breakGlass ? strings.givingEmergencyRight.title : strings.takingEmergencyRight.title}
        verb={breakGlass ? strings.givingEmergencyRight.give : strings.takingEmergencyRight.take}
        onConfirm={() => send({ method: "PUT", path, body: { breakGlass, ...(breakGlass && { confirm: true }) } })}
      >
        {breakGlass ? strings.givingEmergencyRight.says(name) : strings.takingEmergencyRight.says(name)}
      </ConfirmDialog>
    );
  }
  const words = strings.changingRole;
  const isRaised = ROLES.indexOf(asked.role) > ROLES.indexOf(member.role);
  return (
    <ConfirmDialog
      {...common}
      title={words.title}
      verb={words.change}
      onConfirm={() => send({ method: "PUT", path, body: { role: asked.role, ...(isRaised && { confirm: true }) } })}
    >
      {words.says(name, roleWords(asked.role).says)}
      {isRaised && ` ${words.countsLater}`}
      {isMe && ` ${words.isYou}`}
    </ConfirmDialog>
  );
}
