import type { Action } from "@countersign/protocol";
import { Button, Checkbox } from "@mantine/core";
import { strings } from "../../../strings/decision.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { goToNextUnopened, useUnopenedCount } from "../../../ui/review-parts.ts";
import { cautionOf } from "./risk-caution.ts";

interface Props {
  action: Action;
  accepted: boolean;
  onAccept: (accepted: boolean) => void;
}

/** Caution before an approval; at the highest risk, or if the tool is not vetted, all of it must also be read. */
export function RiskAcceptance({ action, accepted, onAccept }: Props) {
  const unopened = useUnopenedCount();
  const caution = cautionOf(action);
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
              {strings.caution.goToNext(unopened)}
            </Button>
          </>
        )}
      </Notice>
      {caution.needsReading && (
        <Checkbox
          label={strings.caution.haveReviewed}
          checked={accepted}
          onChange={(event) => onAccept(event.currentTarget.checked)}
        />
      )}
    </>
  );
}
