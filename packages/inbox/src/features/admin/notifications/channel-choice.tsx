import type { ChannelPreference, OwnNotifications } from "@countersign/protocol";
import { NativeSelect } from "@mantine/core";
import { VisibleText } from "../../../ui/visible-text.tsx";

type Channel = OwnNotifications["channels"][number];

const DELAYS = [0, 1, 5, 15, 60, 240] as const;
const delayWords = (minutes: number): string =>
  minutes === 0
    ? "At once"
    : minutes % 60 !== 0
      ? `After ${minutes} ${minutes === 1 ? "minute" : "minutes"}`
      : `After ${minutes / 60} ${minutes === 60 ? "hour" : "hours"}`;

interface ChoiceProps {
  channel: Channel;
  /** Undefined: as the channel is set. */
  chosen: ChannelPreference | undefined;
  onChange: (chosen: ChannelPreference | undefined) => void;
}

/** How one channel tells the person what waits. */
export function ChannelChoice({ channel: { id, name, delayMinutes }, chosen, onChange }: ChoiceProps) {
  const own = chosen?.delayMinutes ?? 0;
  const delays = [...new Set([...DELAYS, own])].toSorted((a, b) => a - b);
  return (
    <NativeSelect
      label={<VisibleText text={name} newlines="mark" />}
      value={valueOf(chosen)}
      onChange={({ currentTarget }) => onChange(chosenBy(id, currentTarget.value))}
      data={[
        { value: "", label: `As the channel is set (${delayWords(delayMinutes).toLowerCase()})` },
        ...delays.map((minutes) => ({ value: String(minutes), label: delayWords(minutes) })),
        { value: "daily", label: "Once a day, as a summary" },
        { value: "off", label: "Never" },
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
