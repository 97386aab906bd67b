import { Button } from "@mantine/core";
import { IconShieldCheck } from "@tabler/icons-react";
import { useVerifyAudit } from "../../api/audit-queries.ts";
import { useMe } from "../../api/signed-in.ts";
import { strings } from "../../strings/audit.tsx";
import { DigestChip } from "../../ui/digest-chip.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import classes from "./audit-page.module.css";

/** Has the server recompute each hash, and shows which checks hold and which do not. */
export function VerifyLog() {
  const words = strings.verify;
  const verify = useVerifyAudit();
  const isAdmin = useMe()?.role === "admin";
  const report = verify.data;
  return (
    <div className={classes.verify}>
      <div className={classes.verifyLine}>
        <Button
          variant="default"
          size="sm"
          disabled={!isAdmin}
          loading={verify.isPending}
          leftSection={<IconShieldCheck size={17} aria-hidden />}
          onClick={() => verify.mutate()}
        >
          {words.verify}
        </Button>
        {!isAdmin && <span className={classes.says}>{words.administratorCan}</span>}
      </div>
      {verify.error && <Notice tone="error">{words.notVerified(verify.error.message)}</Notice>}
      {report && report.faults.length === 0 && (
        <Notice tone="info" title={words.isWhole}>
          {words.noneDiffers(report.events, <DigestChip digest={report.head} />)}
        </Notice>
      )}
      {report && report.faults.length > 0 && (
        <Notice tone="error" title={words.faultsFound(report.faults.length)}>
          <p className={classes.fault}>{words.entriesHold(report.events)}</p>
          <ul className={classes.faults}>
            {report.faults.map(({ seq, problem, actionId }, index) => (
              <li key={index}>
                {strings.entryProblem(seq, <VisibleText text={problem} />)}
                {actionId !== undefined && (
                  <>
                    {" "}
                    <TextLink to="/actions/$id/evidence" params={{ id: actionId }}>
                      {strings.evidence}
                    </TextLink>
                  </>
                )}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}
