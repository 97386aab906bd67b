import { ActionPage } from "../../features/action/action-page.tsx";

const NO_FILTER = {};

/** One action as in the inbox, without the queue around it. */
export const ActionCard = ({ id }: { id: string }) => <ActionPage id={id} filter={NO_FILTER} />;
