import { BREAK_GLASS, type Action, type GlassUse } from "@countersign/protocol";
import { Button, Radio, Group, Stack, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { glassOfQuery } from "../../../api/glass-queries.ts";
import { keys } from "../../../api/keys.ts";
import { mayDecide, useMe } from "../../../api/signed-in.ts";
import { useChange } from "../../../api/use-change.ts";
import { strings } from "../../../strings/action.tsx";
import { strings as uiStrings } from "../../../strings/ui.tsx";
import { DecideButton } from "../../../ui/decide-button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PrincipalName } from "../../../ui/principal-name.tsx";
import { useArmed } from "../../../ui/use-armed.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";

/** Says that an action was approved in an emergency, and what came of the review; nothing for other actions. */
export function GlassNote({ action }: { action: Action }) {
  const isBroken = action.decisions.some(({ channel }) => channel === BREAK_GLASS);
  const { data: use } = useQuery({ ...glassOfQuery(action.id), enabled: isBroken });
  const me = useMe();
  const [reviewing, setReviewing] = useState(false);
  if (!isBroken || !use) return null;
  const words = strings.glass;
  const mayReview = use.review === null && mayDecide(me) && me?.principal.id !== use.by.id;
  return (
    <Notice tone="caution" title={words.approved}>
      {words.approvedBy(<PrincipalName principal={use.by} />, <Moment at={use.at} />, <VisibleText text={use.reason} />)}{" "}
      {use.review
        ? words.reviewedBy(
            words.review.findings[use.review.finding],
            <PrincipalName principal={use.review.by} />,
            <Moment at={use.review.at} />,
            <VisibleText text={use.review.note} />,
          )
        : words.notReviewed}
      {mayReview && (
        <div style={{ marginTop: 8 }}>
          <Button size="compact-sm" variant="default" onClick={() => setReviewing(true)}>
            {words.openReview}
          </Button>
        </div>
      )}
      {reviewing && <ReviewDialog use={use} onClose={() => setReviewing(false)} />}
    </Notice>
  );
}

function ReviewDialog({ use, onClose }: { use: GlassUse; onClose: () => void }) {
  const words = strings.glass.review;
  const change = useChange(keys.glass, keys.action(use.pendingActionId));
  const [finding, setFinding] = useState("");
  const [note, setNote] = useState("");
  const armed = useArmed(`${use.pendingActionId} review`) && !change.isPending;
  const path = `/api/pending-actions/${encodeURIComponent(use.pendingActionId)}/break-glass/review`;
  const missing = finding === "" ? words.sayWhether : note.trim() === "" ? words.sayWhat : undefined;
  return (
    <Dialog onClose={onClose} title={words.title}>
      <Stack gap="md">
        <Radio.Group label={words.wasJustified} value={finding} onChange={setFinding}>
          <Group gap="md" mt={6}>
            {Object.entries(words.findings).map(([value, label]) => (
              <Radio key={value} value={value} label={label} />
            ))}
          </Group>
        </Radio.Group>
        <Textarea
          label={words.note}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={2000}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {change.error && (
          <Notice tone="error" title={words.notStored}>
            {change.error.message}
          </Notice>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {uiStrings.cancel}
          </Button>
          <DecideButton
            armed={armed}
            loading={change.isPending}
            blockedBy={missing}
            onClick={() =>
              change.mutate({ method: "POST", path, body: { finding, note: note.trim() } }, { onSuccess: onClose })
            }
          >
            {words.store}
          </DecideButton>
        </Group>
      </Stack>
    </Dialog>
  );
}
