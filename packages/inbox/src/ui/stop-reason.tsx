import { VisibleText } from "./visible-text.tsx";

/** Why everything was stopped, after the name of who did; nothing if no reason was given. */
export function StopReason({ reason }: { reason: string }) {
  if (reason === "") return null;
  return (
    <>
      : <VisibleText text={reason} newlines="mark" />
    </>
  );
}
