import type { ChannelPreference, OwnNotifications } from "@countersign/protocol";
import { NativeSelect } from "@mantine/core";
import { strings } from "../../../strings/notifications.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";

type Channel = OwnNotifications["channels"][number];

const DELAYS = [0, 1, 5, 15, 60, 240] as const;

interface ChoiceProps {
  channel: Channel;
  /** Undefined: as the channel is set. */
  chosen: ChannelPreference | undefined;
  onChange: (chosen: ChannelPreference | undefined) => void;
}

/** How one channel tells the person what waits. */
export function ChannelChoice({ channel: { id, name, delayMinutes }, chosen, onChange }: ChoiceProps) {
  const words = strings.preference;
  const own = chosen?.delayMinutes ?? 0;
  const delays = [...new Set([...DELAYS, own])].toSorted((a, b) => a - b);
  return (
    <NativeSelect
      label={<VisibleText text={name} newlines="mark" />}
      value={valueOf(chosen)}
      onChange={({ currentTarget }) => onChange(chosenBy(id, currentTarget.value))}
      data={[
        { value: "", label: words.asChannel(delayMinutes) },
        ...delays.map((minutes) => ({ value: String(minutes), label: words.delay(minutes) })),
        { value: "daily", label: words.daily },
        { value: "off", label: words.never },
      ]}
    />
  );
}

const valueOf = (chosen: ChannelPreference | undefined): string =>
  chosen === undefined ? "" : chosen.mode === "each" ? String(chosen.delayMinutes ?? "") : chosen.mode;

function chosenBy(channelId: string, value: string): ChannelPreference | undefined {
  if (value === "") return undefined;
  if (value === "daily" || value === "off") return { channelId, mode: value, delayMinutes: null };
  return { channelId, mode: "each", delayMinutes: Number(value) };
}
