import { Textarea, TextInput } from "@mantine/core";
import { strings } from "../../../strings/key-limits.tsx";
import type { LimitsDraft } from "./key-limits.ts";

interface Props {
  draft: LimitsDraft;
  faults: ReadonlyMap<string, string>;
  onChange: (draft: LimitsDraft) => void;
}

/** When a key expires, and from where it is accepted. */
export function LimitFields({ draft, faults, onChange }: Props) {
  const words = strings.fields;
  return (
    <>
      <TextInput
        label={words.expires}
        description={words.expiresSay}
        type="datetime-local"
        error={faults.get("expiresAt")}
        value={draft.expires}
        onChange={({ currentTarget }) => onChange({ ...draft, expires: currentTarget.value })}
      />
      <Textarea
        label={words.addresses}
        description={words.addressesSay}
        autosize
        minRows={1}
        maxRows={6}
        spellCheck={false}
        error={faults.get("allowedAddresses")}
        value={draft.addresses}
        onChange={({ currentTarget }) => onChange({ ...draft, addresses: currentTarget.value })}
      />
    </>
  );
}
