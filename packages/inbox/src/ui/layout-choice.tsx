import { SegmentedControl } from "@mantine/core";
import { useLocalStorage, useMediaQuery } from "@mantine/hooks";
import type { DiffLayout } from "./diff-rows.tsx";

/** Room for two columns of text. */
const WIDE = "(min-width: 62em)";

/** How comparisons are laid out: remembered in this browser, one column where there is no room for two. */
export function useDiffLayout() {
  const [chosen, choose] = useLocalStorage<DiffLayout>({
    key: "countersign-diff-layout",
    defaultValue: "unified",
    getInitialValueInEffect: false,
  });
  const wide = useMediaQuery(WIDE, true, { getInitialValueInEffect: false });
  return { layout: wide && chosen === "split" ? ("split" as const) : ("unified" as const), choose, wide };
}

export function LayoutChoice({ layout, choose, wide }: ReturnType<typeof useDiffLayout>) {
  if (!wide) return null;
  return (
    <SegmentedControl
      size="xs"
      aria-label="Layout of the comparison"
      value={layout}
      onChange={(value) => choose(value === "split" ? "split" : "unified")}
      data={[
        { value: "unified", label: "One column" },
        { value: "split", label: "Side by side" },
      ]}
    />
  );
}
