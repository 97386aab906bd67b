import { ROLES, type Role } from "@countersign/protocol";
import { Button, Checkbox, Group, Radio, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import { useChange } from "../../../api/use-change.ts";
import { useMe } from "../../../api/signed-in.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { fieldFaults } from "../../../ui/field-faults.ts";
import { roleWords } from "../../../ui/role-words.ts";
import { DialogForm } from "../shared/dialog-form.tsx";
import { ShownOnce } from "../shared/shown-once.tsx";

const KINDS = {
  worker: {
    title: "Create a worker key",
    what: "The worker key",
    placeholder: "Billing worker",
    use: "Give it to the program that runs the tools, as the environment variable its documentation names. Whoever has it can register tools and take what people approved of them.",
  },
  user: {
    title: "Create a personal token",
    what: "The token",
    placeholder: "Nightly report",
    use: "Give it to your script and to nobody else: it acts as you, as far as its role goes.",
  },
} as const;

/** Asks for a name, creates the key and shows it once. */
export function NewKey({ kind, onClose }: { kind: keyof typeof KINDS; onClose: () => void }) {
  const make = useChange<{ id: string; key: string }>(keys.apiKeys);
  const mine = useMe()?.role ?? "viewer";
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("viewer");
  const [decides, setDecides] = useState(false);
  const faults = fieldFaults(make.error?.problem, ["name", "role", "scope"]);
  const { title, what, placeholder, use } = KINDS[kind];
  return (
    <Dialog onClose={onClose} closeOnEscape={!make.data} title={title}>
      {make.data ? (
        <Stack gap="md">
          <ShownOnce what={what} secret={make.data.key}>
            {use}
          </ShownOnce>
          <Group justify="flex-end">
            <Button onClick={onClose}>Done</Button>
          </Group>
        </Stack>
      ) : (
        <DialogForm
          error={make.error}
          faults={faults}
          failed="No key was created"
          verb="Create"
          isSending={make.isPending}
          onSubmit={() =>
            make.mutate({
              method: "POST",
              path: "/api/keys",
              body: { kind, name, ...(kind === "user" && { role }), ...(decides && { scope: "decide", confirm: true }) },
            })
          }
          onClose={onClose}
        >
          <TextInput
            label="Name"
            description="To know it by in lists and in the audit log"
            placeholder={placeholder}
            required
            withAsterisk={false}
            data-autofocus
            maxLength={200}
            error={faults.get("name")}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          {kind === "user" && (
            <Radio.Group label="It" value={role} onChange={(next) => setRole(next as Role)} error={faults.get("role")}>
              <Stack gap={6} mt={6}>
                {ROLES.slice(0, ROLES.indexOf(mine) + 1).map((one) => (
                  <Radio key={one} value={one} label={roleWords(one).says} />
                ))}
              </Stack>
            </Radio.Group>
          )}
          {kind === "user" && mine === "admin" && (
            <Checkbox
              label="It may decide without a terminal"
              description="Whoever has it then approves and rejects with nobody asked: a script, or an agent that can read it. Others manage, but never decide."
              error={faults.get("scope")}
              checked={decides}
              onChange={({ currentTarget }) => setDecides(currentTarget.checked)}
            />
          )}
        </DialogForm>
      )}
    </Dialog>
  );
}
