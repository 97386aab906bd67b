import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { strings } from "../strings/ui.tsx";
import { Blank } from "./blank.tsx";

interface Props {
  /** For example "The log could not be read". */
  title: string;
  order?: 1 | 2;
  /** The reason, as a sentence. */
  children: ReactNode;
  onAgain: () => unknown;
}

/** Replaces content that could not be read: shows the reason and a button to retry. */
export function Unread({ title, order = 2, children, onAgain }: Props) {
  return (
    <Blank icon={<IconAlertTriangle size={26} />} title={title} order={order}>
      <p>{children}</p>
      <Button variant="default" onClick={() => void onAgain()}>
        {strings.tryAgain}
      </Button>
    </Blank>
  );
}
