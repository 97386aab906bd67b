import { Button, Skeleton } from "@mantine/core";
import { Component, Suspense, type ReactNode } from "react";
import { strings } from "../strings/ui.tsx";
import { Notice } from "./notice.tsx";
import { useReportDrawing, useReportDrawn } from "./review-parts.ts";

interface Props {
  /** Name of the part for people, such as "Changes". */
  name: string;
  /** Digest of the drawn action. */
  of: string;
  /** Not needed for a verdict: if it cannot be drawn, the rest can still be approved. */
  isExtra?: boolean;
  children: ReactNode;
}

/**
 * A part of an action. It counts as drawn once its content, lazily loaded pieces included, is on the screen. Content that cannot
 * be drawn is replaced by a sentence that says so, and approval is blocked in this view.
 */
export const DrawnPart = ({ name, of, isExtra = false, children }: Props) => (
  <PartBoundary key={of} fallback={<Undrawn name={name} isExtra={isExtra} />}>
    <Suspense fallback={<Skeleton height={90} my="sm" role="status" aria-label={strings.drawing.drawing(name)} />}>
      {children}
      {/* Beside the content in the same Suspense boundary: its effects run once nothing there is still loading. */}
      <Drawn name={name} of={of} />
    </Suspense>
  </PartBoundary>
);

function Drawn({ name, of }: { name: string; of: string }) {
  useReportDrawn(name, of);
  return null;
}

function Undrawn({ name, isExtra }: { name: string; isExtra: boolean }) {
  useReportDrawing(false, isExtra ? undefined : name);
  const words = strings.drawing;
  return (
    <Notice tone="error" title={words.failed(name)}>
      {isExtra ? words.restIsWhole : words.notApprovedHere}{" "}
      <Button size="compact-xs" variant="default" onClick={() => window.location.reload()}>
        {strings.reloadPage}
      </Button>
    </Notice>
  );
}

/** Error boundary: an error of its content, such as a script that failed to load, leaves the rest of the page intact. */
class PartBoundary extends Component<{ fallback: ReactNode; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
