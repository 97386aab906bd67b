import { useComputedColorScheme } from "@mantine/core";
import { useMemo, useState } from "react";
import { useReportDrawing } from "../../../ui/review-parts.ts";
import { richTextPage } from "./rich-text-page.ts";
import classes from "./content.module.css";

interface Props {
  html: string;
  /** Accessible name. */
  label: string;
  /** Rich text shown beside this one; the taller of the two sets the height. */
  beside?: string;
}

/** Estimated height in px, since a frame without scripts cannot report it. A person can enlarge the frame at its corner. */
const heightOf = (html: string): number => {
  const blocks = html.match(/<(?:p|li|h[1-6]|tr|blockquote|br|pre)\b/g)?.length ?? 0;
  return Math.min(360, 34 + 22 * Math.max(1, blocks, html.length / 70) + 6 * blocks);
};

/** Rendered rich text in a frame without any rights, so that its markup never becomes part of the page. */
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
