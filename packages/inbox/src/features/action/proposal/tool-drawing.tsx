import type { Action } from "@countersign/protocol";
import { Button, useComputedColorScheme } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { language } from "../../../strings/language.ts";
import { strings } from "../../../strings/proposal.tsx";
import { useEmbedded } from "../../../ui/embedding.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Section } from "../section.tsx";
import { WidgetFrame } from "./widget-frame.tsx";
import { widgetShow } from "./widget-show.ts";
import classes from "./tool-drawing.module.css";

const BROWSER_FONT_PX = 16;

/**
 * The tool's own drawing of the proposal, below the fields. The values of the page bind. Nothing depends on it. Not on pages that other sites
 * frame, because a drawing may be framed by this server's pages only.
 */
export function ToolDrawing({ action }: { action: Action }) {
  const words = strings.drawing;
  const embedded = useEmbedded();
  const colorScheme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const [isHidden, hide] = useLocalStorage({
    key: "countersign-hide-drawings",
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const { widget } = action;
  if (!widget || embedded) return null;
  const textScale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / BROWSER_FONT_PX;
  return (
    <Section
      title={words.title}
      tools={
        <Button size="compact-xs" variant="default" onClick={() => hide(!isHidden)}>
          {isHidden ? words.show : words.hide}
        </Button>
      }
    >
      <p className={classes.label}>{words.drawnBy(<VisibleText text={widget.toolTitle} newlines="mark" />)}</p>
      {!isHidden && (
        <WidgetFrame
          key={widget.sha256}
          widget={widget}
          show={widgetShow(action, { locale: language, colorScheme, textScale })}
        />
      )}
    </Section>
  );
}
