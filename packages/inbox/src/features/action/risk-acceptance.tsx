import type { Risk } from "@countersign/protocol";
import { Button, Checkbox } from "@mantine/core";
import { count } from "../../ui/count.ts";
import { Notice } from "../../ui/notice.tsx";
import { goToNextUnopened, useUnopenedCount } from "../../ui/review-parts.ts";
import { RISK_CAUTION } from "./risk-caution.ts";

interface Props {
  risk: Risk;
  accepted: boolean;
  onAccept: (accepted: boolean) => void;
}

/** What the level asks of a person before they approve: a caution, and from the highest on reading all of it. */
export function RiskAcceptance({ risk, accepted, onAccept }: Props) {
  const unopened = useUnopenedCount();
  const caution = RISK_CAUTION[risk];
  if (!caution) return null;
  return (
    <>
      <Notice tone="caution">
        {caution.says}
        {caution.needsReading && unopened > 0 && (
          <>
            {" "}
            <Button
              size="compact-xs"
              variant="default"
              onClick={({ currentTarget }) => goToNextUnopened(currentTarget.closest("[data-reading]") ?? document)}
            >
              Go to the next of {count(unopened, "unopened part")}
            </Button>
          </>
        )}
      </Notice>
      {caution.needsReading && (
        <Checkbox
          label="I have read the arguments and accept the risk"
          checked={accepted}
          onChange={(event) => onAccept(event.currentTarget.checked)}
        />
      )}
    </>
  );
}
