import type { ConnectionTestResult } from "@countersign/protocol";
import { useEffect, useRef } from "react";
import { strings } from "../../../strings/connections.tsx";
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
        <Notice tone="info" title={strings.test.connected}>
          {strings.test.connectedAs(<VisibleText text={result.as ?? ""} newlines="mark" />)}
        </Notice>
      ) : (
        <Notice tone="error" title={strings.test.notUsable}>
          <VisibleText text={result.message ?? strings.test.noReason} />
        </Notice>
      )}
    </div>
  );
}
