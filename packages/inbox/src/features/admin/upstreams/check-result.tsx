import type { UpstreamCheck } from "@countersign/protocol";
import { useEffect, useRef } from "react";
import { strings } from "../../../strings/upstreams.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import classes from "./upstream.module.css";

/** Shows what the server found at the address. Names and texts are the upstream's own. */
export function CheckResult({ check }: { check: UpstreamCheck }) {
  const place = useRef<HTMLDivElement>(null);
  // Scrolls into view, because the result stands below a long form.
  useEffect(() => {
    place.current?.scrollIntoView({ block: "nearest" });
  }, [check]);
  return (
    <div ref={place}>
      <Found check={check} />
    </div>
  );
}

function Found({ check: { reachable, problem, protocolVersion, serverInfo, tools } }: { check: UpstreamCheck }) {
  if (!reachable) {
    return (
      <Notice tone="error" title={strings.check.failed}>
        <VisibleText text={problem ?? strings.check.noReason} />
      </Notice>
    );
  }
  const name = typeof serverInfo?.["name"] === "string" ? serverInfo["name"] : strings.check.unnamed;
  return (
    <Notice tone="info" title={strings.check.connected(tools.length)}>
      {strings.check.speaks(<VisibleText text={name} newlines="mark" />, protocolVersion)}
      {tools.length > 0 && (
        <ul className={classes.tools} tabIndex={0} aria-label={strings.check.tools}>
          {tools.map((tool) => (
            <li key={tool.name}>
              <code>
                <VisibleText text={tool.name} newlines="mark" />
              </code>
              {tool.description !== "" && (
                <>
                  : <VisibleText text={tool.description} newlines="mark" />
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
