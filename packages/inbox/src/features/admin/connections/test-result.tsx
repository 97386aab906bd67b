import type { ConnectionTestResult } from "@countersign/protocol";
import { useEffect, useRef } from "react";
import { Notice } from "../../../ui/notice.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";

/** Shows the service's answer to which account is connected. Parts of the text are the service's own. */
export function TestResult({ result }: { result: ConnectionTestResult }) {
  const place = useRef<HTMLDivElement>(null);
  // Scrolls into view, because the result may stand below a long form.
  useEffect(() => {
    place.current?.scrollIntoView({ block: "nearest" });
  }, [result]);
  return (
    <div ref={place} role="status">
      {result.ok ? (
        <Notice tone="info" title="Connected">
          Connected as <VisibleText text={result.as ?? ""} newlines="mark" />. Nothing was changed there.
        </Notice>
      ) : (
        <Notice tone="error" title="It can not be used yet">
          <VisibleText text={result.message ?? "The service gave no reason."} />
        </Notice>
      )}
    </div>
  );
}
