import { Button } from "@mantine/core";
import { IconShieldCheck } from "@tabler/icons-react";
import { useVerifyAudit } from "../../api/audit-queries.ts";
import { useMe } from "../../api/signed-in.ts";
import { count } from "../../strings/count.ts";
import { DigestChip } from "../../ui/digest-chip.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import classes from "./audit-page.module.css";

/** Has the server recompute each hash, and shows which checks hold and which do not. */
export function VerifyLog() {
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
          Verify the log
        </Button>
        {!isAdmin && <span className={classes.says}>An administrator can have it verified.</span>}
      </div>
      {verify.error && <Notice tone="error">It was not verified: {verify.error.message}</Notice>}
      {report && report.faults.length === 0 && (
        <Notice tone="info" title="The log is whole">
          {count(report.events, "entry", "entries")} read, each hash computed again, none differs. Hash of the last one:{" "}
          <DigestChip digest={report.head} />
        </Notice>
      )}
      {report && report.faults.length > 0 && (
        <Notice tone="error" title={`${count(report.faults.length, "fault")} found`}>
          <p className={classes.fault}>{count(report.events, "entry", "entries")} read and found to hold.</p>
          <ul className={classes.faults}>
            {report.faults.map(({ seq, problem, actionId }, index) => (
              <li key={index}>
                Entry {seq}: <VisibleText text={problem} />
                {actionId !== undefined && (
                  <>
                    {" "}
                    <TextLink to="/actions/$id/evidence" params={{ id: actionId }}>
                      Evidence
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
