import { ROLES, type Member, type Role } from "@countersign/protocol";
import { Button, Group, Radio, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import { useChange } from "../../../api/use-change.ts";
import { strings } from "../../../strings/people.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { fieldFaults } from "../../../ui/field-faults.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { DialogForm } from "../shared/dialog-form.tsx";
import { LoweredDialog } from "../shared/lowered-dialog.tsx";
import { useConfirmed } from "../shared/use-confirmed.ts";
import { roleWords } from "../../../ui/role-words.ts";
import { Invitation, type InvitationAnswer } from "./invitation.tsx";

/** Adds a person by name, e-mail address and role. A new account gets a sign-in link, by mail or to be passed on by hand. */
export function AddPerson({ onClose }: { onClose: () => void }) {
  const adding = useChange<InvitationAnswer & { member: Member; hasAccount: boolean }>(keys.members);
  const add = useConfirmed(adding, () => undefined);
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("approver");
  const faults = fieldFaults(add.error?.problem, ["name", "email", "role"]);
  const done = adding.data;
  const words = strings.adding;
  return (
    <>
      <Dialog onClose={onClose} title={done ? words.added : words.title}>
        {done ? (
          <Stack gap="md">
            {done.hasAccount ? (
              <p>
                {words.hasAccount(<VisibleText text={done.member.name} newlines="mark" />)}
                {done.mail === "sent" && ` ${words.mailSent}`}
              </p>
            ) : (
              <Invitation delivery={done} email={done.member.email} />
            )}
            <Group justify="flex-end">
              <Button onClick={onClose}>{strings.done}</Button>
            </Group>
          </Stack>
        ) : (
          <DialogForm
            error={add.error}
            faults={faults}
            failed={words.failed}
            verb={words.add}
            isSending={add.isSending}
            onSubmit={() => add.send({ method: "POST", path: "/api/members", body: { name, email, role } })}
            onClose={onClose}
          >
            <TextInput
              label={words.name}
              description={words.nameSays}
              required
              withAsterisk={false}
              data-autofocus
              error={faults.get("name")}
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            <TextInput
              label={words.email}
              description={words.emailSays}
              type="email"
              required
              withAsterisk={false}
              error={faults.get("email")}
              value={email}
              onChange={({ currentTarget }) => setEmail(currentTarget.value)}
            />
            <Radio.Group
              label={words.thisPerson}
              value={role}
              onChange={(next) => setRole(next as Role)}
              error={faults.get("role")}
            >
              <Stack gap={6} mt={6}>
                {ROLES.map((one) => (
                  <Radio key={one} value={one} label={roleWords(one).says} />
                ))}
              </Stack>
            </Radio.Group>
          </DialogForm>
        )}
      </Dialog>
      <LoweredDialog change={add} title={words.letDecide} verb={words.addThem} />
    </>
  );
}
