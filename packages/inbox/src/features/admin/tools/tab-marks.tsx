import { VisuallyHidden } from "@mantine/core";
import { IconAlertCircle, IconEye } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { strings } from "../../../strings/tools.tsx";
import classes from "./tool-drawer.module.css";

interface Props {
  isFaulty: boolean;
  isUnsaved: boolean;
  needsReview: boolean;
}

/** What a tab has that is not shown while another one is open. */
export function TabMarks({ isFaulty, isUnsaved, needsReview }: Props) {
  const words = strings.tabs;
  return (
    <>
      {needsReview && <Mark icon={<IconEye size={15} aria-hidden />} says={words.needsReview} />}
      {isFaulty && <Mark icon={<IconAlertCircle size={15} className={classes.faultMark} aria-hidden />} says={words.faulty} />}
      {isUnsaved && !isFaulty && <Mark icon={<span className={classes.unsavedMark} aria-hidden />} says={words.unsaved} />}
    </>
  );
}

function Mark({ icon, says }: { icon: ReactNode; says: string }) {
  return (
    <span className={classes.mark} title={says}>
      {icon}
      <VisuallyHidden> ({says})</VisuallyHidden>
    </span>
  );
}
