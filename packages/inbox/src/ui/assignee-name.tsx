import { strings } from "../strings/ui.tsx";
import { VisibleText } from "./visible-text.tsx";

interface Props {
  assignee: { id: string; name: string };
  /** User id of the signed-in person. */
  meId: string | undefined;
}

/** Who has taken an action on, such as `You have it`. */
export const AssigneeName = ({ assignee: { id, name }, meId }: Props) =>
  meId === id ? strings.assignee.you : strings.assignee.other(<VisibleText text={name} newlines="mark" />);
