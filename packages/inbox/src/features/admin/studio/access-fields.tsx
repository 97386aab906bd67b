import type { StudioAccess, StudioTool } from "@countersign/protocol";
import { Checkbox, NumberInput, Radio, Stack, Textarea } from "@mantine/core";
import { RiskChip } from "../../../ui/risk-marks.tsx";
import type { DraftState } from "./use-draft.ts";
import { Points } from "../shared/card-parts.tsx";
import classes from "./studio.module.css";

const NETWORKS = [
  { value: "none", label: "Nothing", says: "It works out its answer from its input." },
  { value: "hosts", label: "Hosts on a list", says: "Those below, and no other." },
  { value: "any", label: "Every public host", says: "Never this machine's own network." },
] as const;

interface Props {
  state: DraftState;
  /** The stored tool; the server derives the risk from its access. */
  tool: StudioTool;
}

/** Edits what the sandbox lets through, and shows the risk that follows. */
export function AccessFields({ state, tool }: Props) {
  const { draft, faults } = state;
  const { access } = draft;
  const set = (part: Partial<StudioAccess>): void => state.set({ access: { ...access, ...part } });
  const reaches = access.network !== "none";
  return (
    <Stack gap="md">
      <Radio.Group
        label="It may reach"
        value={access.network}
        onChange={(value) => {
          const network = value as StudioAccess["network"];
          if (network === "hosts") set({ network });
          else if (network === "any") set({ network, hosts: [], allowPrivate: false });
          else set({ network, hosts: [], allowPrivate: false, writes: false });
        }}
      >
        <Stack gap={6} mt={6}>
          {NETWORKS.map(({ value, label, says }) => (
            <Radio key={value} value={value} label={label} description={says} />
          ))}
        </Stack>
      </Radio.Group>
      {access.network === "hosts" && (
        <Textarea
          label="Hosts, one a line"
          description="api.example.com, *.example.com for all names below it, http://host:8080. https where nothing else is said."
          autosize
          minRows={2}
          maxRows={10}
          spellCheck={false}
          value={access.hosts.join("\n")}
          onChange={({ currentTarget }) => set({ hosts: currentTarget.value.split("\n").map((line) => line.trim()) })}
          onBlur={() => set({ hosts: access.hosts.filter((line) => line !== "") })}
        />
      )}
      {reaches && (
        <Checkbox
          label="It may write"
          description="POST, PUT, PATCH and DELETE; without it only GET and HEAD are sent."
          checked={access.writes}
          onChange={({ currentTarget }) => set({ writes: currentTarget.checked })}
        />
      )}
      {access.network === "hosts" && (
        <Checkbox
          label="Allow addresses of this machine and of private networks"
          checked={access.allowPrivate}
          onChange={({ currentTarget }) => set({ allowPrivate: currentTarget.checked })}
        />
      )}
      <Checkbox
        label="It can destroy something"
        description="Irreversible effects such as delete, send or pay."
        checked={access.destructive}
        onChange={({ currentTarget }) => set({ destructive: currentTarget.checked })}
      />
      {faults.has("access") && <p className={classes.fault}>{faults.get("access")}</p>}
      <SandboxLimits state={state} />
      <section aria-label="Risk" className={classes.risk}>
        <p>
          As it is saved: <RiskChip risk={tool.level} />
        </p>
        <Points lines={tool.levelReasons} />
      </section>
    </Stack>
  );
}

function SandboxLimits({ state }: Pick<Props, "state">) {
  const { draft, faults } = state;
  const { limits } = draft;
  return (
    <div className={classes.pair}>
      <NumberInput
        label="Timeout in seconds"
        min={1}
        max={60}
        clampBehavior="strict"
        value={limits.seconds}
        onChange={(seconds) => state.set({ limits: { ...limits, seconds: Number(seconds) || 1 } })}
      />
      <NumberInput
        label="Megabytes of memory"
        description="Includes runtime overhead"
        min={16}
        max={128}
        clampBehavior="blur"
        value={limits.megabytes}
        error={faults.get("limits")}
        onChange={(megabytes) => state.set({ limits: { ...limits, megabytes: Number(megabytes) || 32 } })}
      />
    </div>
  );
}
