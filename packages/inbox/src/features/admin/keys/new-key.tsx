import { ROLES, type Role } from "@countersign/protocol";
import { Button, Checkbox, Group, Radio, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import { useChange } from "../../../api/use-change.ts";
import { useMe } from "../../../api/signed-in.ts";
import { strings } from "../../../strings/keys.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { fieldFaults } from "../../../ui/field-faults.ts";
import { roleWords } from "../../../ui/role-words.ts";
import { DialogForm } from "../shared/dialog-form.tsx";
import { bodyOf, LIMIT_FIELDS, NO_LIMITS } from "../shared/key-limits.ts";
import { LimitFields } from "../shared/limit-fields.tsx";
import { ShownOnce } from "../shared/shown-once.tsx";

/** Asks for a name, creates the key and shows it once. */
export function NewKey({ kind, onClose }: { kind: "worker" | "user"; onClose: () => void }) {
  const make = useChange<{ id: string; key: string }>(keys.apiKeys);
  const mine = useMe()?.role ?? "viewer";
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("viewer");
  const [decides, setDecides] = useState(false);
  const [limits, setLimits] = useState(NO_LIMITS);
  const faults = fieldFaults(make.error?.problem, ["name", "role", "scope", ...LIMIT_FIELDS]);
  const rights = { ...(kind === "user" && { role }), ...(decides && { scope: "decide", confirm: true }) };
  const words = strings.newKey;
  const { title, what, placeholder, use } = words.kinds[kind];
  return (
    <Dialog onClose={onClose} closeOnEscape={!make.data} title={title}>
      {make.data ? (
        <Stack gap="md">
          <ShownOnce what={what} secret={make.data.key}>
            {use}
          </ShownOnce>
          <Group justify="flex-end">
            <Button onClick={onClose}>{words.done}</Button>
          </Group>
        </Stack>
      ) : (
        <DialogForm
          error={make.error}
          faults={faults}
          failed={words.failed}
          verb={words.create}
          isSending={make.isPending}
          onSubmit={() =>
            make.mutate({ method: "POST", path: "/api/keys", body: { kind, name, ...rights, ...bodyOf(limits) } })
          }
          onClose={onClose}
        >
          <TextInput
            label={words.name}
            description={words.nameSays}
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
            <Radio.Group label={words.it} value={role} onChange={(next) => setRole(next as Role)} error={faults.get("role")}>
              <Stack gap={6} mt={6}>
                {ROLES.slice(0, ROLES.indexOf(mine) + 1).map((one) => (
                  <Radio key={one} value={one} label={roleWords(one).says} />
                ))}
              </Stack>
            </Radio.Group>
          )}
          {kind === "user" && mine === "admin" && (
            <Checkbox
              label={words.decides}
              description={words.decidesSays}
              error={faults.get("scope")}
              checked={decides}
              onChange={({ currentTarget }) => setDecides(currentTarget.checked)}
            />
          )}
          <LimitFields draft={limits} faults={faults} onChange={setLimits} />
        </DialogForm>
      )}
    </Dialog>
  );
}
