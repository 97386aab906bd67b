import { Button, CopyButton, Group, Skeleton } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { TextDiff } from "./text-diff.tsx";
import { useReportUnopened } from "./unopened-parts.ts";
import classes from "./text-diff.module.css";

interface Props {
  before: string;
  after: string;
  /** What is compared, for those who hear the page. */
  label: string;
}

/** Two long texts side by side in an editor's view, which is loaded when the first of them is opened. */
export function LongDiff({ before, after, label }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const [folded, setFolded] = useState<number | "loading" | "failed">("loading");
  useReportUnopened(folded === "loading" ? 1 : folded === "failed" ? 0 : folded);
  useEffect(() => {
    let close: (() => void) | undefined;
    let isGone = false;
    void import("./merge/open-merge-view.ts").then(
      ({ openMergeView }) => {
        if (isGone || !host.current) return;
        close = openMergeView(host.current, { before, after, label, onFolded: setFolded });
      },
      () => setFolded("failed"),
    );
    return () => {
      isGone = true;
      close?.();
    };
  }, [before, after, label]);
  // The page's own comparison shows all of it too, only less well.
  if (folded === "failed") return <TextDiff before={before} after={after} label={label} layout="split" />;
  return (
    <div>
      <Group gap="xs" justify="flex-end" mb={6}>
        <Copy text={before} what="before" />
        <Copy text={after} what="after" />
      </Group>
      {folded === "loading" && <Skeleton height={160} role="status" aria-label="Loading the comparison" />}
      <div
        ref={host}
        className={`${classes.frame} ${classes.merge}`}
        role="group"
        aria-label={label}
        hidden={folded === "loading"}
      />
    </div>
  );
}

const Copy = ({ text, what }: { text: string; what: string }) => (
  <CopyButton value={text}>
    {({ copied, copy }) => (
      <Button size="compact-xs" variant="default" onClick={copy}>
        {copied ? "Copied" : `Copy ${what}`}
      </Button>
    )}
  </CopyButton>
);
