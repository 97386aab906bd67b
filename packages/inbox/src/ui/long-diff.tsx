import { Button, CopyButton, Group, Skeleton } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { strings } from "../strings/code.tsx";
import { strings as uiStrings } from "../strings/ui.tsx";
import { TextDiff } from "./text-diff.tsx";
import { useReportDrawing, useReportUnopened } from "./review-parts.ts";
import classes from "./text-diff.module.css";

interface Props {
  before: string;
  after: string;
  /** Accessible name of the comparison. */
  label: string;
}

/** Two long texts side by side in an editor, which is loaded when the first of them is opened. */
export function LongDiff({ before, after, label }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<{ texts: string; folded: number } | "failed" | null>(null);
  const texts = `${before}\0${after}`;
  const hasFailed = opened === "failed";
  const folded = opened !== null && !hasFailed && opened.texts === texts ? opened.folded : null;
  useReportUnopened(hasFailed ? 0 : (folded ?? 1));
  useReportDrawing(!hasFailed && folded === null);
  useEffect(() => {
    let close: (() => void) | undefined;
    let isGone = false;
    void import("./merge/open-merge-view.ts").then(
      ({ openMergeView }) => {
        if (isGone || !host.current) return;
        const onFolded = (amount: number): void => setOpened({ texts: `${before}\0${after}`, folded: amount });
        close = openMergeView(host.current, { before, after, label, onFolded });
      },
      () => setOpened("failed"),
    );
    return () => {
      isGone = true;
      close?.();
    };
  }, [before, after, label]);
  // `TextDiff` also shows all of the text, only less conveniently.
  if (hasFailed) return <TextDiff before={before} after={after} label={label} layout="split" />;
  return (
    <div>
      <Group gap="xs" justify="flex-end" mb={6}>
        <Copy text={before} label={strings.comparison.copyBefore} />
        <Copy text={after} label={strings.comparison.copyAfter} />
      </Group>
      {folded === null && <Skeleton height={160} role="status" aria-label={strings.comparison.loading} />}
      <div
        ref={host}
        className={`${classes.frame} ${classes.merge}`}
        role="group"
        aria-label={label}
        hidden={folded === null}
      />
    </div>
  );
}

const Copy = ({ text, label }: { text: string; label: string }) => (
  <CopyButton value={text}>
    {({ copied, copy }) => (
      <Button size="compact-xs" variant="default" onClick={copy}>
        {copied ? uiStrings.copied : label}
      </Button>
    )}
  </CopyButton>
);
