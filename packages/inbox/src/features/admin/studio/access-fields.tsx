import type { StudioAccess, StudioTool } from "@countersign/protocol";
import { Checkbox, NumberInput, Radio, Stack, Textarea } from "@mantine/core";
import { strings } from "../../../strings/studio.tsx";
import { RiskChip } from "../../../ui/risk-marks.tsx";
import type { DraftState } from "./use-draft.ts";
import { Points } from "../shared/card-parts.tsx";
import classes from "./studio.module.css";

const NETWORKS = ["none", "hosts", "any"] as const satisfies StudioAccess["network"][];

interface Props {
  state: DraftState;
  /** The stored tool; the server derives the risk from its access. */
  tool: StudioTool;
}

/** Edits what the sandbox lets through, and shows the risk that follows. */
export function AccessFields({ state, tool }: Props) {
  const words = strings.access;
  const { draft, faults } = state;
  const { access } = draft;
  const set = (part: Partial<StudioAccess>): void => state.set({ access: { ...access, ...part } });
  const reaches = access.network !== "none";
  return (
    <Stack gap="md">
      <Radio.Group
        label={words.reach}
        value={access.network}
        onChange={(value) => {
          const network = value as StudioAccess["network"];
          if (network === "hosts") set({ network });
          else if (network === "any") set({ network, hosts: [], allowPrivate: false });
          else set({ network, hosts: [], allowPrivate: false, writes: false });
        }}
      >
        <Stack gap={6} mt={6}>
          {NETWORKS.map((network) => (
            <Radio
              key={network}
              value={network}
              label={words.networks[network].label}
              description={words.networks[network].says}
            />
          ))}
        </Stack>
      </Radio.Group>
      {access.network === "hosts" && (
        <Textarea
          label={words.hosts}
          description={words.hostsSays}
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
          label={words.writes}
          description={words.writesSays}
          checked={access.writes}
          onChange={({ currentTarget }) => set({ writes: currentTarget.checked })}
        />
      )}
      {access.network === "hosts" && (
        <Checkbox
          label={words.allowPrivate}
          checked={access.allowPrivate}
          onChange={({ currentTarget }) => set({ allowPrivate: currentTarget.checked })}
        />
      )}
      <Checkbox
        label={words.destructive}
        description={words.destructiveSays}
        checked={access.destructive}
        onChange={({ currentTarget }) => set({ destructive: currentTarget.checked })}
      />
      {faults.has("access") && <p className={classes.fault}>{faults.get("access")}</p>}
      <SandboxLimits state={state} />
      <section aria-label={words.risk} className={classes.risk}>
        <p>{words.riskAsSaved(<RiskChip risk={tool.level} />)}</p>
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
        label={strings.access.timeout}
        min={1}
        max={60}
        clampBehavior="strict"
        value={limits.seconds}
        onChange={(seconds) => state.set({ limits: { ...limits, seconds: Number(seconds) || 1 } })}
      />
      <NumberInput
        label={strings.access.memory}
        description={strings.access.memorySays}
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
