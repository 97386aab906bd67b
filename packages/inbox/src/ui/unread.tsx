import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Blank } from "./blank.tsx";

interface Props {
  /** As "The log could not be read". */
  title: string;
  order?: 1 | 2;
  /** Why, in a sentence. */
  children: ReactNode;
  onAgain: () => unknown;
}

/** What stands where something could not be read: why, and a button that tries once more. */
export function Unread({ title, order = 2, children, onAgain }: Props) {
  return (
    <Blank icon={<IconAlertTriangle size={26} />} title={title} order={order}>
      <p>{children}</p>
      <Button variant="default" onClick={() => void onAgain()}>
        Try again
      </Button>
    </Blank>
  );
}
