import { displayText, type Member } from "@countersign/protocol";
import { NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import { useChange } from "../../../api/use-change.ts";
import { strings } from "../../../strings/people.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { fieldFaults } from "../../../ui/field-faults.ts";
import { DialogForm } from "../shared/dialog-form.tsx";
import { LoweredDialog } from "../shared/lowered-dialog.tsx";
import { useConfirmed } from "../shared/use-confirmed.ts";

interface Props {
  members: readonly Member[];
  myId: string;
  /** An administrator names a delegate for anybody, others only for themselves. */
  isAdmin: boolean;
  onClose: () => void;
}

/** Names a delegate, the person to decide for, and the period. */
export function NewDelegation({ members, myId, isAdmin, onClose }: Props) {
  const make = useConfirmed(useChange(keys.delegations), onClose);
  const [userId, setUserId] = useState(myId);
  const [delegateId, setDelegateId] = useState("");
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const faults = fieldFaults(make.error?.problem, ["userId", "delegateId", "from", "to"]);
  const people = members
    .filter(({ role }) => role !== "viewer")
    .map(({ userId: value, name }) => ({ value, label: displayText(name, { newlines: "mark" }) }));
  const words = strings.newDelegation;

  return (
    <>
      <Dialog onClose={onClose} title={words.title}>
        <DialogForm
          error={make.error}
          faults={faults}
          failed={words.failed}
          verb={words.name}
          isSending={make.isSending}
          onSubmit={() => {
            const body = { userId, delegateId, to: instantOf(to), ...(from === "" ? {} : { from: instantOf(from) }) };
            make.send({ method: "POST", path: "/api/delegations", body });
          }}
          onClose={onClose}
        >
          {isAdmin && (
            <NativeSelect
              label={words.onBehalfOf}
              data={people}
              error={faults.get("userId")}
              value={userId}
              onChange={({ currentTarget }) => setUserId(currentTarget.value)}
            />
          )}
          <NativeSelect
            label={words.whoDecides}
            description={words.whoDecidesSays}
            required
            withAsterisk={false}
            data={[{ value: "", label: words.choose }, ...people.filter(({ value }) => value !== userId)]}
            error={faults.get("delegateId")}
            value={delegateId}
            onChange={({ currentTarget }) => setDelegateId(currentTarget.value)}
          />
          <TextInput
            label={words.from}
            description={words.fromSays}
            type="datetime-local"
            error={faults.get("from")}
            value={from}
            onChange={({ currentTarget }) => setFrom(currentTarget.value)}
          />
          <TextInput
            label={words.to}
            description={words.toSays}
            type="datetime-local"
            required
            withAsterisk={false}
            error={faults.get("to")}
            value={to}
            onChange={({ currentTarget }) => setTo(currentTarget.value)}
          />
        </DialogForm>
      </Dialog>
      <LoweredDialog change={make} title={words.letDecide} verb={words.name} />
    </>
  );
}

/** The browser's field holds local time of this computer. */
const instantOf = (local: string): string => new Date(local).toISOString();
