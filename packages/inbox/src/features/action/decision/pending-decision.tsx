import { mayApprove, type Action } from "@countersign/protocol";
import { Button, Loader } from "@mantine/core";
import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconDots,
  IconMessage2,
  IconPencil,
  IconUrgent,
  IconX,
} from "@tabler/icons-react";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { strings } from "../../../strings/decision.tsx";
import type { Command } from "../../../api/decisions.ts";
import { useConversation } from "../../../api/refine-in-chat.ts";
import type { ApiError } from "../../../api/request.ts";
import { useMe } from "../../../api/signed-in.ts";
import type { useDiffLayout } from "../../../ui/layout-choice.tsx";
import { DecideButton } from "../../../ui/decide-button.tsx";
import { useShortcutChoice } from "../../../ui/use-shortcuts.ts";
import { useEmbedded, useDecisionPlace } from "../../../ui/embedding.ts";
import { useStopped } from "../../../ui/stopped.ts";
import { stoppedWords } from "../../../ui/stopped-note.tsx";
import { useArmed } from "../../../ui/use-armed.ts";
import { ConfirmInFrame, OpenInInbox } from "./approve-in-frame.tsx";
import { RefinePanel } from "./refine-panel.tsx";
import { useUndrawn } from "../../../ui/review-parts.ts";
import { partsOf } from "../../../ui/action-parts.ts";
import { QuestionButtons } from "../question/question-buttons.tsx";
import { isStale } from "./is-stale.ts";
import { BreakGlassPanel } from "../glass/break-glass-panel.tsx";
import { useMayBreakGlass } from "../glass/use-may-break-glass.ts";
import { LaterPanel } from "./later-panel.tsx";
import { RejectPanel } from "./reject-panel.tsx";
import { RiskAcceptance } from "./risk-acceptance.tsx";
import { cautionOf, useRiskBlock } from "./risk-caution.ts";
import { StaleExits } from "./stale-exits.tsx";
import classes from "./decision-dock.module.css";

const AnswerDialog = lazy(async () => ({ default: (await import("../question/answer-dialog.tsx")).AnswerDialog }));
const EditDialog = lazy(async () => ({ default: (await import("../edit/edit-dialog.tsx")).EditDialog }));

type Mode = "choose" | "later" | "reject" | "refine" | "askAgain" | "edit" | "answer" | "glass" | "confirm";

interface Props {
  action: Action;
  layout: ReturnType<typeof useDiffLayout>;
  isSending: boolean;
  /** Why the last decision was refused. */
  error: ApiError | null;
  send: (command: Command) => void;
}

/** The four decisions on a pending action. Approving and rejecting are equally easy to press. */
export function PendingDecision({ action, layout, isSending, error, send }: Props) {
  const [mode, setMode] = useState<Mode>("choose");
  const [acceptedDigest, setAcceptedDigest] = useState<string | null>(null);
  const { id, version, digest } = action;
  const undrawn = useUndrawn(partsOf(action), digest);
  // Clicks count only after new content was visible for a while, so that a click on previous content approves nothing else.
  const armed = useArmed(`${id} ${version} ${mode}`) && !isSending;
  const armedToApprove = useArmed(`${digest} ${undrawn ?? ""}`) && armed;
  const accepted = acceptedDigest === digest;
  const hasKeys = useHasKeys();
  const back = (): void => setMode("choose");
  const approve = (): void => send({ name: "approve", body: { digest } });
  const approval = useApproval(action, accepted, undrawn);
  const { stale, onlyInInbox, blockedBy } = approval;

  if (mode !== "choose" && mode !== "edit" && mode !== "answer") {
    const armedIn = { armed, armedToApprove, isSending };
    const blocks = { blockedBy, outOfReach: approval.outOfReach };
    return <DecisionPanel action={action} mode={mode} {...blocks} {...armedIn} onBack={back} send={send} />;
  }
  return (
    <>
      {stale && (
        <StaleExits
          action={action}
          armed={armed}
          isSending={isSending}
          onRebase={() => send({ name: "rebase", body: { digest } })}
          onAskAgain={() => setMode("askAgain")}
        />
      )}
      {!onlyInInbox && (
        <RiskAcceptance action={action} accepted={accepted} onAccept={(yes) => setAcceptedDigest(yes ? digest : null)} />
      )}
      <DecisionButtons
        action={action}
        approval={approval}
        armed={armed}
        armedToApprove={armedToApprove}
        hasKeys={hasKeys}
        onApprove={approve}
        onMode={setMode}
      />
      {mode === "answer" && (
        <Suspense fallback={<Loader size="sm" aria-label={strings.buttons.openingForm} />}>
          <AnswerDialog action={action} isSending={isSending} error={error} send={send} onClose={back} />
        </Suspense>
      )}
      {mode === "edit" && (
        <Suspense fallback={<Loader size="sm" aria-label={strings.buttons.openingEditor} />}>
          <EditDialog action={action} layout={layout} isSending={isSending} error={error} send={send} onClose={back} />
        </Suspense>
      )}
    </>
  );
}

interface PanelProps extends Pick<Props, "action" | "isSending" | "send"> {
  mode: Exclude<Mode, "choose" | "edit" | "answer">;
  armed: boolean;
  armedToApprove: boolean;
  blockedBy: string | undefined;
  /** Why nobody can approve it now, in an emergency either. */
  outOfReach: string | undefined;
  onBack: () => void;
}

/** What a decision asks before it is sent. */
function DecisionPanel(props: PanelProps) {
  const { action, mode, armed, armedToApprove, isSending, blockedBy, outOfReach, onBack, send } = props;
  const { digest } = action;
  const of = action.isQuestion ? "question" : "call";
  if (mode === "confirm") {
    return (
      <ConfirmInFrame
        action={action}
        armed={armedToApprove}
        isSending={isSending}
        blockedBy={blockedBy}
        onBack={onBack}
        onApprove={() => send({ name: "approve", body: { digest } })}
      />
    );
  }
  if (mode === "glass") {
    return (
      <BreakGlassPanel
        armed={armedToApprove}
        isSending={isSending}
        blockedBy={outOfReach}
        onBack={onBack}
        onBreak={(reason) => send({ name: "break-glass", body: { digest, reason } })}
      />
    );
  }
  if (mode === "later") {
    return (
      <LaterPanel
        action={action}
        armed={armedToApprove}
        isSending={isSending}
        color={approveColor(action)}
        blockedBy={blockedBy}
        onBack={onBack}
        onApprove={(notBefore) => send({ name: "approve", body: { digest, notBefore } })}
      />
    );
  }
  if (mode === "reject") {
    return (
      <RejectPanel
        of={of}
        own={action.rejectReasons}
        armed={armed}
        isSending={isSending}
        onBack={onBack}
        onReject={(reason) => send({ name: "reject", body: { digest, ...(reason === "" ? {} : { reason }) } })}
      />
    );
  }
  return (
    <RefinePanel
      of={of}
      initial={mode === "askAgain" ? strings.refine.askAgain : ""}
      armed={armed}
      isSending={isSending}
      onBack={onBack}
      onRefine={(feedback) => send({ name: "refine", body: { digest, feedback } })}
    />
  );
}

const approveColor = (action: Action): string => (cautionOf(action)?.isAlarm ? "red.9" : "teal.9");

function useHasKeys(): boolean {
  const embedded = useEmbedded();
  const [keysOn] = useShortcutChoice();
  return useConversation() === null && keysOn && !embedded;
}

/** Where the person may approve the action, and why not yet. */
function useApproval(action: Action, accepted: boolean, undrawn: string | undefined) {
  const { risk, vetted, isQuestion, votes } = action;
  const stale = isStale(action);
  const riskBlock = useRiskBlock(action, accepted);
  const me = useMe();
  const asked = {
    place: useDecisionPlace(),
    risk,
    vetted,
    isQuestion,
    role: me?.role ?? "viewer",
    isDrawn: undrawn === undefined,
  } as const;
  const onlyInInbox = mayApprove(asked) === "place";
  // With nothing missing a repeated approval runs it: a rule was changed after the last one.
  const isMissing = votes !== null && votes.missing.length > 0;
  const approved = isMissing && votes.given.some(({ id: by }) => by === me?.principal.id);
  const outOfDate = stale ? strings.blocked.targetChanged : undefined;
  const blockedBy = outOfDate ?? (approved ? strings.blocked.approvedAlready : (undrawn ?? riskBlock));
  return { undrawn, stale, outOfDate, onlyInInbox, blockedBy, outOfReach: outOfDate ?? undrawn };
}

interface ButtonsProps {
  action: Action;
  approval: ReturnType<typeof useApproval>;
  armed: boolean;
  armedToApprove: boolean;
  hasKeys: boolean;
  onApprove: () => void;
  onMode: (mode: Mode) => void;
}

function DecisionButtons(props: ButtonsProps) {
  const { action, approval, onApprove, ...rest } = props;
  const { onlyInInbox, blockedBy } = approval;
  if (!action.isQuestion) return <CallButtons {...props} />;
  return <QuestionButtons {...rest} action={action} onlyInInbox={onlyInInbox} blockedBy={blockedBy} onAgree={onApprove} />;
}

function CallButtons({ action, approval, armed, armedToApprove, hasKeys, onApprove, onMode }: ButtonsProps) {
  const words = strings.buttons;
  const { id, vetted, votes } = action;
  const { undrawn, outOfDate, onlyInInbox, blockedBy } = approval;
  const embedded = useEmbedded();
  const isStopped = useStopped();
  const mayBreakGlass = useMayBreakGlass();
  const caution = cautionOf(action);
  const key = (name: string) => ({ "aria-keyshortcuts": hasKeys ? name : undefined });
  return (
    <div className={classes.buttons} data-decisions>
      {onlyInInbox ? (
        <OpenInInbox id={id}>{words.readAndApproveInInbox}</OpenInInbox>
      ) : (
        <DecideButton
          {...key("a")}
          isApproval
          armed={armedToApprove}
          color={approveColor(action)}
          leftSection={caution ? <IconAlertTriangle size={17} aria-hidden /> : <IconCheck size={17} aria-hidden />}
          blockedBy={blockedBy}
          onClick={embedded ? () => onMode("confirm") : onApprove}
        >
          {embedded ? words.approveAfterConfirming : words.approve}
        </DecideButton>
      )}
      <DecideButton
        {...key("r")}
        armed={armed}
        color="gray"
        leftSection={<IconX size={17} aria-hidden />}
        onClick={() => onMode("reject")}
      >
        {words.reject}
      </DecideButton>
      <LessCommon>
        {!embedded && !onlyInInbox && (
          <PlainButton icon={IconClock} blockedBy={outOfDate} onClick={() => onMode("later")}>
            {words.runLater}
          </PlainButton>
        )}
        {!embedded && (
          <PlainButton {...key("e")} icon={IconPencil} blockedBy={outOfDate} onClick={() => onMode("edit")}>
            {words.edit}
          </PlainButton>
        )}
        <PlainButton {...key("f")} icon={IconMessage2} onClick={() => onMode("refine")}>
          {words.sendBack}
        </PlainButton>
        {mayBreakGlass && !onlyInInbox && (
          <PlainButton icon={IconUrgent} blockedBy={outOfDate} onClick={() => onMode("glass")}>
            {words.breakGlass}
          </PlainButton>
        )}
        {embedded && !onlyInInbox && <OpenInInbox id={id}>{strings.openInInbox}</OpenInInbox>}
      </LessCommon>
      <p className={classes.meaning} data-undrawn={undrawn !== undefined || undefined}>
        {isStopped
          ? stoppedWords()
          : onlyInInbox
            ? vetted
              ? strings.meaning.highRiskInInbox
              : strings.meaning.unvettedInInbox
            : undrawn !== undefined
              ? `${undrawn}.`
              : votes && votes.needed > 1
                ? strings.meaning.lastApprovalRuns
                : strings.meaning.runsOnce}
      </p>
    </div>
  );
}

/** Buttons that a small window hides behind *More…*. Hidden ones are still pressed by their keys. */
function LessCommon({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        type="button"
        variant="default"
        className={classes.more}
        aria-expanded={open}
        leftSection={<IconDots size={17} aria-hidden />}
        onClick={() => setOpen(!open)}
      >
        {open ? strings.buttons.less : strings.buttons.more}
      </Button>
      <div className={classes.lessCommon} data-open={open || undefined}>
        {children}
      </div>
    </>
  );
}

interface PlainProps {
  icon: typeof IconClock;
  /** Why the button is disabled; shown as its title. */
  blockedBy?: string | undefined;
  "aria-keyshortcuts"?: string | undefined;
  onClick: () => void;
  children: string;
}

/** Opens what a decision asks before it is sent. */
function PlainButton({ icon: Icon, blockedBy, children, ...rest }: PlainProps) {
  return (
    <Button
      type="button"
      variant="default"
      leftSection={<Icon size={17} aria-hidden />}
      disabled={blockedBy !== undefined}
      title={blockedBy}
      {...rest}
    >
      {children}
    </Button>
  );
}
