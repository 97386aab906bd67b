import { widgetMessageSchema, type ShownWidget, type WidgetShow } from "@countersign/protocol";
import { useEffect, useRef, useState } from "react";
import { inShownWorkspace } from "../../../api/request.ts";
import { strings } from "../../../strings/proposal.tsx";
import { Notice } from "../../../ui/notice.tsx";
import classes from "./tool-drawing.module.css";

/** Time until the page says that a drawing did not load. One that comes later is shown nevertheless. */
const LATE_MS = 5000;

interface Props {
  widget: ShownWidget;
  show: WidgetShow;
}

/**
 * Frame of a tool's drawing. It may run scripts and nothing else; the policy of its document and `frame-src` of this page keep it
 * from loading, sending and navigating. Two messages are read from it, and everything else is ignored.
 */
export function WidgetFrame({ widget, show }: Props) {
  const words = strings.drawing;
  const frame = useRef<HTMLIFrameElement>(null);
  const loads = useRef(0);
  const [height, setHeight] = useState(widget.height);
  const [isReady, setReady] = useState(false);
  const [state, setState] = useState<"loading" | "drawn" | "late" | "left">("loading");

  useEffect(() => {
    const listen = ({ source, data }: MessageEvent<unknown>): void => {
      if (source === null || source !== frame.current?.contentWindow) return;
      const message = widgetMessageSchema.safeParse(data).data;
      if (message?.type === "countersign:ready") setReady(true);
      if (message?.type !== "countersign:height") return;
      setHeight(message.px);
      setState("drawn");
    };
    window.addEventListener("message", listen);
    return () => window.removeEventListener("message", listen);
  }, []);

  useEffect(() => {
    const timer = setTimeout(() => setState((now) => (now === "loading" ? "late" : now)), LATE_MS);
    return () => clearTimeout(timer);
  }, []);

  const text = JSON.stringify(show);
  useEffect(() => {
    // Any origin: a sandboxed document has one of its own that has no name.
    if (isReady) frame.current?.contentWindow?.postMessage(JSON.parse(text), "*");
  }, [isReady, text]);

  /** The document loads once. A second load is a page to which the drawing navigated. */
  const noteLoad = (): void => {
    loads.current += 1;
    if (loads.current > 1) setState("left");
  };

  if (state === "left") return <Notice tone="caution">{words.left}</Notice>;
  return (
    <>
      {state === "late" && <Notice tone="info">{words.late}</Notice>}
      <iframe
        ref={frame}
        sandbox="allow-scripts"
        src={inShownWorkspace(`/api/widgets/${widget.sha256}`)}
        title={words.frame(widget.toolTitle)}
        referrerPolicy="no-referrer"
        onLoad={noteLoad}
        className={classes.frame}
        style={{ height }}
      />
    </>
  );
}
