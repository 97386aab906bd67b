import { describePrivateSessions } from "./private-sessions.contract.ts";

describePrivateSessions("pglite");
