import { SessionProposals } from "../session-proposals.tsx";

/** The proposals of one conversation, with the previews and comparisons of the action's page. */
export const SessionTable = ({ id }: { id: string }) => <SessionProposals filter={{ sessionId: id }} />;
