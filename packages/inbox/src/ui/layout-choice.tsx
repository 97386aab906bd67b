import { SegmentedControl } from "@mantine/core";
import { useLocalStorage, useMediaQuery } from "@mantine/hooks";
import { strings } from "../strings/code.tsx";
import type { DiffLayout } from "./diff-rows.tsx";

/** Minimum width for two columns of text, and minimum width at which two columns are the default. */
const WIDE = "(min-width: 62em)";
const ROOMY = "(min-width: 85em)";

/** Layout of comparisons: the choice stored in this browser, else by width. One column where two do not fit. */
export function useDiffLayout() {
  const [chosen, choose] = useLocalStorage<DiffLayout>({
    key: "countersign-diff-layout",
    defaultValue: window.matchMedia(ROOMY).matches ? "split" : "unified",
    getInitialValueInEffect: false,
  });
  const wide = useMediaQuery(WIDE, true, { getInitialValueInEffect: false });
  return { layout: wide && chosen === "split" ? ("split" as const) : ("unified" as const), choose, wide };
}

export function LayoutChoice({ layout, choose, wide }: ReturnType<typeof useDiffLayout>) {
  if (!wide) return null;
  const words = strings.comparison;
  return (
    <SegmentedControl
      size="xs"
      aria-label={words.layout}
      value={layout}
      onChange={(value) => choose(value === "split" ? "split" : "unified")}
      data={[
        { value: "unified", label: words.unified },
        { value: "split", label: words.split },
      ]}
    />
  );
}
