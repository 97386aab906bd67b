import type { ChannelPreference, NotificationPreference, OwnNotifications } from "@countersign/protocol";
import { Button, Fieldset, Group, NativeSelect, Stack, Switch, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import type { useChange } from "../../../api/use-change.ts";
import { strings } from "../../../strings/notifications.tsx";
import { strings as uiStrings } from "../../../strings/ui.tsx";
import { fieldFaults } from "../../../ui/field-faults.ts";
import { Notice } from "../../../ui/notice.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { ChannelChoice } from "./channel-choice.tsx";
import classes from "../shared/admin.module.css";

const QUIET_AT_FIRST = { from: 20 * 60, until: 7 * 60 };

interface PreferenceProps {
  own: OwnNotifications;
  save: ReturnType<typeof useChange<OwnNotifications>>;
}

/** Which channels tell the person what waits, and when. */
export function PreferenceForm({ own: { preference, channels, address }, save }: PreferenceProps) {
  const [draft, setDraft] = useState<NotificationPreference>(preference);
  const words = strings.preference;
  const set = (part: Partial<NotificationPreference>): void => setDraft({ ...draft, ...part });
  const zone = draft.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const faults = fieldFaults(save.error?.problem, ["channels", "dailyAt", "quiet", "timeZone"]);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(preference);
  const setChannels = (chosen: ChannelPreference[]): void => set({ channels: chosen, timeZone: zone });
  if (channels.length === 0) {
    return (
      <p role="status" className={classes.says}>
        {words.noChannel}
      </p>
    );
  }
  const hasSummary = draft.channels.some(({ mode }) => mode === "daily");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ method: "PUT", path: "/api/notification-preference", body: draft });
      }}
    >
      <Stack gap="md">
        <Channels channels={channels} address={address} chosen={draft.channels} onChange={setChannels} />
        {hasSummary && (
          <TimeInput
            label={words.dailyAt}
            description={words.dailyAtSays}
            error={faults.get("dailyAt")}
            minute={draft.dailyAt}
            onChange={(dailyAt) => set({ dailyAt, timeZone: zone })}
          />
        )}
        <QuietHours quiet={draft.quiet} fault={faults.get("quiet")} onChange={(quiet) => set({ quiet, timeZone: zone })} />
        {(hasSummary || draft.quiet) && (
          <NativeSelect
            label={words.timeZone}
            error={faults.get("timeZone")}
            value={zone}
            onChange={({ currentTarget }) => set({ timeZone: currentTarget.value })}
            data={zonesWith(zone)}
          />
        )}
        {save.error && faults.size === 0 && (
          <Notice tone="error" title={words.failed}>
            {save.error.message}
          </Notice>
        )}
        <Foot isChanged={isChanged} save={save} />
      </Stack>
    </form>
  );
}

interface ChannelsProps extends Pick<OwnNotifications, "channels" | "address"> {
  chosen: readonly ChannelPreference[];
  onChange: (chosen: ChannelPreference[]) => void;
}

function Channels({ channels, address, chosen, onChange }: ChannelsProps) {
  const choose = (id: string, one: ChannelPreference | undefined): void => {
    const others = chosen.filter(({ channelId }) => channelId !== id);
    onChange((one ? [...others, one] : others).toSorted((a, b) => (a.channelId < b.channelId ? -1 : 1)));
  };
  return (
    <Fieldset
      variant="unstyled"
      m={0}
      p={0}
      legend={
        <Text component="span" fw={700}>
          {strings.preference.legend}
        </Text>
      }
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {strings.preference.says}
          {channels.some(({ reaches }) => reaches === "address") && (
            <> {strings.preference.mailGoesTo(<VisibleText text={address} newlines="mark" />)}</>
          )}
        </Text>
        {channels.map((channel) => (
          <ChannelChoice
            key={channel.id}
            channel={channel}
            chosen={chosen.find(({ channelId }) => channelId === channel.id)}
            onChange={(one) => choose(channel.id, one)}
          />
        ))}
      </Stack>
    </Fieldset>
  );
}

function Foot({ isChanged, save }: { isChanged: boolean; save: PreferenceProps["save"] }) {
  return (
    <Group>
      <Button type="submit" disabled={!isChanged} loading={save.isPending}>
        {uiStrings.save}
      </Button>
      {save.isSuccess && !isChanged && (
        <Text size="sm" role="status">
          {strings.preference.saved}
        </Text>
      )}
    </Group>
  );
}

const zonesWith = (zone: string): string[] => [...new Set([zone, ...Intl.supportedValuesOf("timeZone")])];

interface QuietProps {
  quiet: NotificationPreference["quiet"];
  fault: string | undefined;
  onChange: (quiet: NotificationPreference["quiet"]) => void;
}

function QuietHours({ quiet, fault, onChange }: QuietProps) {
  return (
    <>
      <Switch
        label={strings.preference.quietHours}
        description={strings.preference.quietHoursSay}
        error={fault}
        checked={quiet !== null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? QUIET_AT_FIRST : null)}
      />
      {quiet && (
        <Group align="end" gap="sm">
          <TimeInput label={strings.preference.from} minute={quiet.from} onChange={(from) => onChange({ ...quiet, from })} />
          <TimeInput
            label={strings.preference.until}
            minute={quiet.until}
            onChange={(until) => onChange({ ...quiet, until })}
          />
        </Group>
      )}
    </>
  );
}

interface TimeProps {
  label: string;
  description?: string;
  error?: string | undefined;
  /** Minute of the day. */
  minute: number;
  onChange: (minute: number) => void;
}

function TimeInput({ minute, onChange, ...shown }: TimeProps) {
  const text = [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");
  return (
    <TextInput
      type="time"
      {...shown}
      required
      withAsterisk={false}
      value={text}
      onChange={({ currentTarget }) => {
        const [hours = Number.NaN, minutes = Number.NaN] = currentTarget.value.split(":").map(Number);
        // A browser sends an empty text while a time is being typed.
        if (Number.isInteger(hours) && Number.isInteger(minutes)) onChange(hours * 60 + minutes);
      }}
    />
  );
}
