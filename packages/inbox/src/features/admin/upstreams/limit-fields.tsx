import { NumberInput } from "@mantine/core";
import type { UpstreamDraft } from "./upstream-draft.ts";
import { LIMIT_WORDS } from "./upstream-words.ts";

interface Props {
  draft: UpstreamDraft;
  faults: ReadonlyMap<string, string>;
  onChange: (part: Partial<UpstreamDraft>) => void;
}

/** The bounds are those of `upstreamLimits`, which the server checks. */
const LIMITS = [
  { name: "callSeconds", max: 86_400 },
  { name: "maxResultMebibytes", max: 64 },
  { name: "maxTools", max: 10_000 },
] as const;

/** What one server may take up. */
export function LimitFields({ draft, faults, onChange }: Props) {
  return LIMITS.map(({ name, max }) => (
    <NumberInput
      key={name}
      label={LIMIT_WORDS[name].label}
      description={LIMIT_WORDS[name].description}
      error={faults.get(name)}
      min={1}
      max={max}
      allowDecimal={false}
      value={draft[name]}
      onChange={(value) => onChange({ [name]: Number(value) })}
    />
  ));
}
