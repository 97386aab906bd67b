import { Modal } from "@mantine/core";
import { useMediaQuery, useWindowEvent } from "@mantine/hooks";
import { useRef } from "react";
import { strings as uiStrings } from "../../strings/ui.tsx";
import { ActionPage } from "./action-page.tsx";
import classes from "./action-dialog.module.css";

interface Props {
  id: string;
  title: string;
  onClose: () => void;
}

const NO_FILTER = {};

/** An action's page in a dialog over the current page, with all of its decisions. */
export function ActionDialog({ id, title, onClose }: Props) {
  const narrow = useMediaQuery("(max-width: 48em)", false, { getInitialValueInEffect: false });
  const body = useRef<HTMLDivElement>(null);
  // Listens on the window, because a decision removes its focused button; acts only for the dialog that was opened last.
  useWindowEvent("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    const last = [...document.querySelectorAll('[role="dialog"]')].at(-1);
    if (last?.contains(body.current) === true) onClose();
  });
  return (
    <Modal
      opened
      onClose={onClose}
      size="72rem"
      fullScreen={narrow}
      closeOnEscape={false}
      closeButtonProps={{ "aria-label": uiStrings.close }}
      title={<span className={classes.heard}>{title}</span>}
      classNames={{ body: classes.body ?? "" }}
    >
      <div ref={body}>
        <ActionPage id={id} filter={NO_FILTER} />
      </div>
    </Modal>
  );
}
