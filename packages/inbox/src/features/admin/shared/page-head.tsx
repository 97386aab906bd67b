import { Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./admin.module.css";

interface Props {
  title: string;
  /** Purpose of the page, in one or two sentences. */
  says: ReactNode;
  /** Buttons for what can be created here. */
  children?: ReactNode;
}

export function PageHead({ title, says, children }: Props) {
  return (
    <>
      <div className={classes.head}>
        <Title order={1} size="h3">
          {title}
        </Title>
        {children}
      </div>
      <p className={classes.says}>{says}</p>
    </>
  );
}
