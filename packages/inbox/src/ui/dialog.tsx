import { Modal, type ModalProps } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";
import { strings } from "../strings/ui.tsx";

interface Props extends Pick<ModalProps, "children" | "closeOnEscape" | "onClose" | "size" | "yOffset" | "zIndex"> {
  title: ReactNode;
  /** Name of the button that closes the dialog. */
  closeLabel?: string;
  /** Whether a click beside the dialog closes it. Not where something is entered, which would be lost. */
  closesOutside?: boolean;
  /** Whether the dialog fills the whole screen on a phone. */
  fillsPhone?: boolean;
}

/** An open dialog with a title and a button to close it. */
export function Dialog({ title, closeLabel = strings.close, closesOutside = false, fillsPhone = false, ...rest }: Props) {
  const narrow = useMediaQuery("(max-width: 48em)", false, { getInitialValueInEffect: false });
  return (
    <Modal
      opened
      closeOnClickOutside={closesOutside}
      closeButtonProps={{ "aria-label": closeLabel }}
      fullScreen={fillsPhone && narrow}
      title={<b>{title}</b>}
      {...rest}
    />
  );
}
