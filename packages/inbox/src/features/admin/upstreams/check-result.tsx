import type { UpstreamCheck } from "@countersign/protocol";
import { useEffect, useRef } from "react";
import { count } from "../../../strings/count.ts";
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
      <Notice tone="error" title="Connection failed">
        <VisibleText text={problem ?? "The server gave no reason."} />
      </Notice>
    );
  }
  const name = typeof serverInfo?.["name"] === "string" ? serverInfo["name"] : "It";
  return (
    <Notice tone="info" title={`Connected · ${count(tools.length, "tool")}`}>
      <VisibleText text={name} newlines="mark" /> speaks MCP {protocolVersion === null ? "" : `of ${protocolVersion}`}. Nothing
      of it was called and nothing is stored yet.
      {tools.length > 0 && (
        <ul className={classes.tools} tabIndex={0} aria-label="Tools it has">
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
