import { useComputedColorScheme } from "@mantine/core";
import { useMemo, useState } from "react";
import { useReportDrawing } from "../review-parts.ts";
import { richTextPage } from "./rich-text-page.ts";
import classes from "./content.module.css";

interface Props {
  html: string;
  /** What it is, for those who hear the page. */
  label: string;
  /** What it stands beside; the taller of the two gives the height. */
  beside?: string;
}

/** About how tall a text is; a frame without scripts cannot say. It can be drawn larger by its corner. */
const heightOf = (html: string): number => {
  const blocks = html.match(/<(?:p|li|h[1-6]|tr|blockquote|br|pre)\b/g)?.length ?? 0;
  return Math.min(360, 34 + 22 * Math.max(1, blocks, html.length / 70) + 6 * blocks);
};

/** Rich text as it reads, in a frame that may do nothing: its markup never gets into the page's own. */
export function RichText({ html, label, beside = "" }: Props) {
  const scheme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const page = useMemo(() => richTextPage(html, scheme), [html, scheme]);
  const [loaded, setLoaded] = useState<string | null>(null);
  useReportDrawing(loaded !== page);
  return (
    <iframe
      sandbox=""
      srcDoc={page}
      title={label}
      onLoad={() => setLoaded(page)}
      className={classes.richText}
      style={{ height: Math.max(heightOf(html), heightOf(beside)) }}
    />
  );
}
