import { LIMIT_BOUNDS } from "@countersign/protocol";
import { NumberInput } from "@mantine/core";
import { strings } from "../../../strings/upstreams.tsx";
import type { UpstreamDraft } from "./upstream-draft.ts";

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
      label={strings.limits[name].label}
      description={strings.limits[name].description}
      error={faults.get(name)}
      {...LIMIT_BOUNDS[name]}
      allowDecimal={false}
      value={draft[name]}
      onChange={(value) => onChange({ [name]: Number(value) })}
    />
  ));
}
