import { Button, type ButtonProps } from "@mantine/core";
import type { MouseEventHandler, ReactNode } from "react";

interface Props extends ButtonProps {
  /** From `useArmed`. */
  armed: boolean;
  /** Why it cannot be pressed yet; the button then says so. */
  blockedBy?: string | undefined;
  onClick: MouseEventHandler<HTMLButtonElement>;
  children: ReactNode;
}

/** A button that changes something. It is never a default one, a held key presses it once, and it is deaf until armed. */
export function DecideButton({ armed, blockedBy, onClick, ...rest }: Props) {
  return (
    <Button
      type="button"
      {...rest}
      disabled={blockedBy !== undefined}
      title={blockedBy}
      aria-disabled={!armed || undefined}
      onKeyDown={(event) => {
        if (event.repeat) event.preventDefault();
      }}
      onClick={(event) => {
        if (armed) onClick(event);
      }}
    />
  );
}
