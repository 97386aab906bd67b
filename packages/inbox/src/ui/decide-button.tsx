import { Button, type ButtonProps } from "@mantine/core";
import { useRef, type MouseEventHandler, type ReactNode } from "react";
import { useEmbedded } from "./embedding.ts";
import { useCovered } from "./use-covered.ts";

interface Props extends ButtonProps {
  /** From `useArmed`. */
  armed: boolean;
  /** Why it cannot be pressed yet; the button then says so. */
  blockedBy?: string | undefined;
  onClick: MouseEventHandler<HTMLButtonElement>;
  children: ReactNode;
}

/**
 * A button that changes something. It is never a default one, a held key presses it once, and it is deaf until armed. In a
 * frame it is deaf too while the page around covers it.
 */
export function DecideButton({ armed, blockedBy, onClick, ...rest }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const isCovered = useCovered(button, useEmbedded());
  const reason = blockedBy ?? (isCovered ? "Not wholly in sight: scroll to it, or open it in the inbox" : undefined);
  return (
    <Button
      ref={button}
      type="button"
      {...rest}
      disabled={reason !== undefined}
      title={reason}
      aria-disabled={!armed || undefined}
      onKeyDown={(event) => {
        if (event.repeat) event.preventDefault();
      }}
      onClick={(event) => {
        if (armed && !isCovered) onClick(event);
      }}
    />
  );
}
