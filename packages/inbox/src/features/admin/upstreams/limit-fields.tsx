import { LIMIT_BOUNDS } from "@countersign/protocol";
import { NumberInput } from "@mantine/core";
import type { UpstreamDraft } from "./upstream-draft.ts";
import { LIMIT_WORDS } from "./upstream-words.ts";

interface Props {
  draft: UpstreamDraft;
  faults: ReadonlyMap<string, string>;
  onChange: (part: Partial<UpstreamDraft>) => void;
}

const LIMITS = ["callSeconds", "maxResultMebibytes", "maxTools"] as const satisfies (keyof typeof LIMIT_BOUNDS)[];

/** Edits the resource limits of one upstream. */
export function LimitFields({ draft, faults, onChange }: Props) {
  return LIMITS.map((name) => (
    <NumberInput
      key={name}
      label={LIMIT_WORDS[name].label}
      description={LIMIT_WORDS[name].description}
      error={faults.get(name)}
      {...LIMIT_BOUNDS[name]}
      allowDecimal={false}
      value={draft[name]}
      onChange={(value) => onChange({ [name]: Number(value) })}
    />
  ));
}
