import { BREAK_GLASS, type Action, type GlassUse } from "@countersign/protocol";
import { Button, Radio, Group, Stack, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { glassOfQuery } from "../../../api/glass-queries.ts";
import { keys } from "../../../api/keys.ts";
import { mayDecide, useMe } from "../../../api/signed-in.ts";
import { useChange } from "../../../api/use-change.ts";
import { DecideButton } from "../../../ui/decide-button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PrincipalName } from "../../../ui/principal-name.tsx";
import { useArmed } from "../../../ui/use-armed.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";

const FINDINGS = { justified: "Justified", not_justified: "Not justified" } as const;

/** Says that an action was approved in an emergency, and what came of the review; nothing for other actions. */
export function GlassNote({ action }: { action: Action }) {
  const isBroken = action.decisions.some(({ channel }) => channel === BREAK_GLASS);
  const { data: use } = useQuery({ ...glassOfQuery(action.id), enabled: isBroken });
  const me = useMe();
  const [reviewing, setReviewing] = useState(false);
  if (!isBroken || !use) return null;
  const mayReview = use.review === null && mayDecide(me) && me?.principal.id !== use.by.id;
  return (
    <Notice tone="caution" title="Approved alone, in an emergency">
      <PrincipalName principal={use.by} />, <Moment at={use.at} />: “<VisibleText text={use.reason} />
      ”.{" "}
      {use.review ? (
        <>
          {FINDINGS[use.review.finding]}, says <PrincipalName principal={use.review.by} />, <Moment at={use.review.at} />: “
          <VisibleText text={use.review.note} />
          ”.
        </>
      ) : (
        "Nobody has reviewed it yet."
      )}
      {mayReview && (
        <div style={{ marginTop: 8 }}>
          <Button size="compact-sm" variant="default" onClick={() => setReviewing(true)}>
            Review…
          </Button>
        </div>
      )}
      {reviewing && <ReviewDialog use={use} onClose={() => setReviewing(false)} />}
    </Notice>
  );
}

function ReviewDialog({ use, onClose }: { use: GlassUse; onClose: () => void }) {
  const change = useChange(keys.glass, keys.action(use.pendingActionId));
  const [finding, setFinding] = useState("");
  const [note, setNote] = useState("");
  const armed = useArmed(`${use.pendingActionId} review`) && !change.isPending;
  const path = `/api/pending-actions/${encodeURIComponent(use.pendingActionId)}/break-glass/review`;
  const missing = finding === "" ? "Say whether it was justified" : note.trim() === "" ? "Say what you found" : undefined;
  return (
    <Dialog onClose={onClose} title="Review the emergency approval">
      <Stack gap="md">
        <Radio.Group label="Was it justified?" value={finding} onChange={setFinding}>
          <Group gap="md" mt={6}>
            {Object.entries(FINDINGS).map(([value, label]) => (
              <Radio key={value} value={value} label={label} />
            ))}
          </Group>
        </Radio.Group>
        <Textarea
          label="What did you find?"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={2000}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {change.error && (
          <Notice tone="error" title="The review was not stored">
            {change.error.message}
          </Notice>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <DecideButton
            armed={armed}
            loading={change.isPending}
            blockedBy={missing}
            onClick={() =>
              change.mutate({ method: "POST", path, body: { finding, note: note.trim() } }, { onSuccess: onClose })
            }
          >
            Store the review
          </DecideButton>
        </Group>
      </Stack>
    </Dialog>
  );
}
