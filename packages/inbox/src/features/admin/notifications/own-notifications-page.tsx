import type { NotificationPreference, OwnNotifications } from "@countersign/protocol";
import { Button, Group, NativeSelect, Stack, Switch, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import { ownNotificationsQuery } from "../../../api/notification-queries.ts";
import { useChange } from "../../../api/use-change.ts";
import { fieldFaults } from "../../../ui/field-faults.ts";
import { Notice } from "../../../ui/notice.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { ChannelAccount } from "./channel-account.tsx";
import { ChannelDevices } from "./channel-devices.tsx";
import { Loaded } from "../shared/loaded.tsx";
import { PageHead } from "../shared/page-head.tsx";
import classes from "../shared/admin.module.css";

/** How the signed-in person is told of actions that wait for them. */
export function OwnNotificationsPage() {
  const own = useQuery(ownNotificationsQuery);
  // Kept here, because the form begins anew with what was saved.
  const save = useChange<OwnNotifications>(keys.ownNotifications);
  return (
    <div className={classes.page}>
      <PageHead
        title="Notifications"
        says="How you are told about actions that wait for your decision. An administrator adds the channels; you choose which of them tell you, and when."
      />
      <Loaded query={own} what="Your notification settings">
        {(data) => (
          <Stack gap="lg" maw={520}>
            {data.channels
              .filter(({ reaches }) => reaches === "account")
              .map((channel) => (
                <ChannelAccount key={channel.id} channel={channel} address={data.address} />
              ))}
            {data.channels
              .filter(({ reaches }) => reaches === "devices")
              .map((channel) => (
                <ChannelDevices key={channel.id} channel={channel} />
              ))}
            <PreferenceForm key={JSON.stringify(data.preference)} own={data} save={save} />
          </Stack>
        )}
      </Loaded>
    </div>
  );
}

const DELAYS = [0, 1, 5, 15, 60, 240] as const;
const delayWords = (minutes: number): string =>
  minutes === 0
    ? "at once"
    : minutes < 60
      ? `after ${minutes} ${minutes === 1 ? "minute" : "minutes"}`
      : `after ${minutes / 60} ${minutes === 60 ? "hour" : "hours"}`;

const BY_DEFAULT = { from: 20 * 60, until: 7 * 60 };

interface PreferenceProps {
  own: OwnNotifications;
  save: ReturnType<typeof useChange<OwnNotifications>>;
}

function PreferenceForm({ own: { preference, channels, address }, save }: PreferenceProps) {
  const [draft, setDraft] = useState<NotificationPreference>(preference);
  const set = (part: Partial<NotificationPreference>): void => setDraft({ ...draft, ...part });
  const faults = fieldFaults(save.error?.problem, ["muted", "delayMinutes", "quiet"]);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(preference);
  const mute = (id: string, isOn: boolean): void =>
    set({ muted: isOn ? draft.muted.filter((one) => one !== id) : [...draft.muted, id] });
  if (channels.length === 0) {
    return (
      <p role="status" className={classes.says}>
        No channel tells people yet. An administrator adds one under Admin, Notifications.
      </p>
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ method: "PUT", path: "/api/notification-preference", body: draft });
      }}
    >
      <Stack gap="md">
        {channels.some(({ reaches }) => reaches === "address") && (
          <Text size="sm">
            Mail goes to <VisibleText text={address} newlines="mark" />.
          </Text>
        )}
        {channels.map(({ id, name }) => (
          <Switch
            key={id}
            label={<VisibleText text={name} newlines="mark" />}
            checked={!draft.muted.includes(id)}
            onChange={({ currentTarget }) => mute(id, currentTarget.checked)}
          />
        ))}
        <NativeSelect
          label="Tell me about a waiting action"
          description="Nothing is sent if somebody decides before"
          error={faults.get("delayMinutes")}
          value={draft.delayMinutes === null ? "" : String(draft.delayMinutes)}
          onChange={({ currentTarget }) =>
            set({ delayMinutes: currentTarget.value === "" ? null : Number(currentTarget.value) })
          }
          data={[
            { value: "", label: `as each channel is set (${delayWords(channels[0]!.delayMinutes)})` },
            ...DELAYS.map((minutes) => ({ value: String(minutes), label: delayWords(minutes) })),
          ]}
        />
        <QuietHours quiet={draft.quiet} fault={faults.get("quiet")} onChange={(quiet) => set({ quiet })} />
        {save.error && faults.size === 0 && (
          <Notice tone="error" title="Nothing was stored">
            {save.error.message}
          </Notice>
        )}
        <Group>
          <Button type="submit" disabled={!isChanged} loading={save.isPending}>
            Save
          </Button>
          {save.isSuccess && !isChanged && (
            <Text size="sm" role="status">
              Saved.
            </Text>
          )}
        </Group>
      </Stack>
    </form>
  );
}

interface QuietProps {
  quiet: NotificationPreference["quiet"];
  fault: string | undefined;
  onChange: (quiet: NotificationPreference["quiet"]) => void;
}

function QuietHours({ quiet, fault, onChange }: QuietProps) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = [...new Set([quiet?.timeZone ?? zone, zone, ...Intl.supportedValuesOf("timeZone")])];
  return (
    <>
      <Switch
        label="Quiet hours"
        description="What comes in between is sent when they end"
        checked={quiet !== null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? { ...BY_DEFAULT, timeZone: zone } : null)}
      />
      {quiet && (
        <Group align="end" gap="sm">
          <TimeInput label="From" minute={quiet.from} onChange={(from) => onChange({ ...quiet, from })} />
          <TimeInput label="Until" minute={quiet.until} onChange={(until) => onChange({ ...quiet, until })} />
          <NativeSelect
            label="Time zone"
            error={fault}
            value={quiet.timeZone}
            onChange={({ currentTarget }) => onChange({ ...quiet, timeZone: currentTarget.value })}
            data={zones}
          />
        </Group>
      )}
    </>
  );
}

function TimeInput({ label, minute, onChange }: { label: string; minute: number; onChange: (minute: number) => void }) {
  const text = [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");
  return (
    <TextInput
      type="time"
      label={label}
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
