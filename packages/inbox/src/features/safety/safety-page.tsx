import { Skeleton, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { strings } from "../../strings/safety.tsx";
import { toolsQuery } from "../../api/admin-queries.ts";
import { emergencyQuery, safetyQuery } from "../../api/workspace-queries.ts";
import { repeatsQuery } from "../../api/action-queries.ts";
import { Moment } from "../../ui/moment.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { StopReason } from "../../ui/stop-reason.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { Unread } from "../../ui/unread.tsx";
import { Declined, Repeats, Stops } from "./what-was-refused.tsx";
import { Doors, Ends } from "./decision-tables.tsx";
import { RiskSignals, Withheld } from "./tool-tables.tsx";
import classes from "./safety-page.module.css";

export const SAFETY_DAYS = 30;

/** Shows the safeguards between agents and harm, and what they held back. */
export function SafetyPage() {
  const { data, error, refetch } = useQuery({ ...safetyQuery(SAFETY_DAYS), refetchInterval: 30_000 });
  const { data: emergency } = useQuery(emergencyQuery);
  const { data: tools } = useQuery(toolsQuery);
  const { data: repeats } = useQuery(repeatsQuery);
  if (error && !data) {
    return (
      <Unread title={strings.notRead} order={1} onAgain={refetch}>
        {error.message}
      </Unread>
    );
  }
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <Title order={1} size="h3">
          {strings.title}
        </Title>
        <TextLink to="/emergency-stop">{strings.emergencyStop}</TextLink>
      </div>
      {emergency?.stop ? (
        <Notice tone="error" title={strings.everythingStopped}>
          <VisibleText text={emergency.stop.stoppedBy.name} newlines="mark" />, <Moment at={emergency.stop.stoppedAt} />
          <StopReason reason={emergency.stop.reason} />
        </Notice>
      ) : (
        <p className={classes.says}>
          {emergency && `${strings.nothingStopped} `}
          {strings.figures(SAFETY_DAYS)}
        </p>
      )}
      {!data && <Skeleton height={320} role="status" aria-label={strings.reading} />}
      {data && (
        <>
          <div className={classes.columns}>
            <Doors doors={data.doors} />
            <Ends outcomes={data.outcomes} failures={data.failures} />
          </div>
          {tools && <Withheld tools={tools} />}
          {tools && <RiskSignals tools={tools} />}
          <Declined rows={data.declined} />
          <Repeats refused={data.refusedRepeats} rows={repeats ?? []} />
          <Stops rows={data.stops} />
        </>
      )}
    </div>
  );
}
