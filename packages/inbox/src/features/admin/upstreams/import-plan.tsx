import type { SettingsImport } from "@countersign/protocol";
import { Stack } from "@mantine/core";
import { strings } from "../../../strings/upstreams.tsx";
import { StateBadge } from "../../../ui/status-badge.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import classes from "./upstream.module.css";

/** What would become of each server of a client's settings. */
export function ImportPlan({ plan: { gated, left, elsewhere } }: { plan: SettingsImport }) {
  const words = strings.importForm;
  return (
    <Stack gap="sm" role="status">
      {gated.length > 0 && (
        <section aria-label={words.behindGate}>
          <h3 className={classes.importHead}>{words.behindGate}</h3>
          <ul className={classes.importList}>
            {gated.map(({ from, name, shown, isPresent, isReplaced }) => (
              <li key={from}>
                <strong>
                  <VisibleText text={name} newlines="mark" />
                </strong>{" "}
                {isPresent && <StateBadge tone="quiet" label={words.present} />}
                {isReplaced && <StateBadge tone="unsure" label={words.replaced} />}
                <code className={classes.importShown}>
                  <VisibleText text={shown} newlines="mark" />
                </code>
              </li>
            ))}
          </ul>
        </section>
      )}
      {left.length > 0 && (
        <section aria-label={words.staysWithClient}>
          <h3 className={classes.importHead}>{words.staysWithClient}</h3>
          <ul className={classes.importList}>
            {left.map(({ from, why }) => (
              <li key={from}>
                <strong>
                  <VisibleText text={from} newlines="mark" />
                </strong>
                : <VisibleText text={why} newlines="mark" />
              </li>
            ))}
          </ul>
        </section>
      )}
      {elsewhere.length > 0 && <p>{words.elsewhere(elsewhere.join(", "))}</p>}
      {gated.length === 0 && left.length === 0 && <p>{words.nothing}</p>}
    </Stack>
  );
}
