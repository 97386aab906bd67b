import { Modal } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { KeyboardEvent } from "react";
import { ActionPage } from "./action-page.tsx";
import classes from "./action-dialog.module.css";

interface Props {
  id: string;
  title: string;
  onClose: () => void;
}

const NO_FILTER = {};

/** The whole page of an action over what it was opened from, with all that can be decided there. */
export function ActionDialog({ id, title, onClose }: Props) {
  const narrow = useMediaQuery("(max-width: 48em)", false, { getInitialValueInEffect: false });
  // Escape that closes a dialog opened from this one is no wish to leave this one too.
  const close = (event: KeyboardEvent<HTMLElement>): void => {
    const dialog = event.currentTarget.querySelector('[role="dialog"]');
    if (event.key === "Escape" && !event.defaultPrevented && dialog?.contains(event.target as Node)) onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size="72rem"
      fullScreen={narrow}
      closeOnEscape={false}
      onKeyDown={close}
      closeButtonProps={{ "aria-label": "Close" }}
      title={<span className={classes.heard}>{title}</span>}
      classNames={{ body: classes.body ?? "" }}
    >
      <ActionPage id={id} filter={NO_FILTER} />
    </Modal>
  );
}
