import type { SettingsImport } from "@countersign/protocol";
import { Button, Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { upstreamsQuery } from "../../../api/admin-queries.ts";
import { strings as adminStrings } from "../../../strings/admin.tsx";
import { strings } from "../../../strings/upstreams.tsx";
import { StateBadge } from "../../../ui/status-badge.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import adminClasses from "../shared/admin.module.css";
import { CopyText } from "../shared/shown-once.tsx";
import { STATUS_TONES } from "./upstream-status.ts";
import classes from "./upstream.module.css";

/** Says which servers connected, and hands back the settings for the client. */
export function Imported({ result: { gated, settings }, onClose }: { result: SettingsImport; onClose: () => void }) {
  const words = strings.importForm;
  const upstreams = useQuery(upstreamsQuery).data ?? [];
  return (
    <Stack gap="md">
      <section aria-label={words.behindGate}>
        <h3 className={classes.importHead}>{words.behindGate}</h3>
        <div role="status">
          <ul className={classes.importList}>
            {gated.map(({ name }) => {
              const upstream = upstreams.find((each) => each.name === name);
              const status = upstream?.status ?? "starting";
              return (
                <li key={name}>
                  <strong>
                    <VisibleText text={name} newlines="mark" />
                  </strong>{" "}
                  <StateBadge tone={STATUS_TONES[status]} label={strings.status[status]} />{" "}
                  {status === "online" && strings.card.toolCount(upstream?.toolCount ?? 0)}
                  {status === "offline" && upstream?.problem && <VisibleText text={upstream.problem} />}
                </li>
              );
            })}
          </ul>
        </div>
      </section>
      <section aria-label={words.handBack} className={classes.importPart}>
        <h3 className={classes.importHead}>{words.handBack}</h3>
        <p className={adminClasses.says}>{words.handBackSays}</p>
        <pre className={adminClasses.code} tabIndex={0} aria-label={words.handBack}>
          {settings}
        </pre>
        <CopyText text={settings} label={adminStrings.copyThis} />
      </section>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {words.done}
        </Button>
      </Group>
    </Stack>
  );
}
