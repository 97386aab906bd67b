import type { Route } from "./route.ts";
import { actionRoutes } from "./routes/actions.ts";
import { agentRoutes } from "./routes/agents.ts";
import { auditRoutes } from "./routes/audit.ts";
import { checkpointRoutes } from "./routes/checkpoints.ts";
import { breakGlassRoutes } from "./routes/break-glass.ts";
import { decisionRoutes } from "./routes/decisions.ts";
import { delegationRoutes } from "./routes/delegations.ts";
import { emergencyRoutes } from "./routes/emergency.ts";
import { grantRoutes } from "./routes/grants.ts";
import { groupRoutes } from "./routes/groups.ts";
import { insightRoutes } from "./routes/insights.ts";
import { keyRoutes, memberRoutes } from "./routes/keys-members.ts";
import { meRoutes } from "./routes/me.ts";
import { oauthRoutes } from "./routes/oauth.ts";
import { repeatRoutes } from "./routes/repeats.ts";
import { safetyRoutes } from "./routes/safety.ts";
import { savedViewRoutes } from "./routes/saved-views.ts";
import { serviceRoutes } from "./routes/service.ts";
import { sessionRoutes } from "./routes/sessions.ts";
import { settingsRoutes } from "./routes/settings.ts";
import { targetRoutes } from "./routes/targets.ts";
import { toolRoutes } from "./routes/tools.ts";
import { workerRoutes } from "./routes/worker.ts";

/** Routes of the gate; features bring their own. The first match answers, so literal paths come before paths with parameters. */
export const GATE_ROUTES: readonly Route[] = [
  ...actionRoutes,
  ...decisionRoutes,
  ...breakGlassRoutes,
  ...delegationRoutes,
  ...targetRoutes,
  ...checkpointRoutes,
  ...repeatRoutes,
  ...emergencyRoutes,
  ...sessionRoutes,
  ...toolRoutes,
  ...groupRoutes,
  ...grantRoutes,
  ...agentRoutes,
  ...oauthRoutes,
  ...workerRoutes,
  ...keyRoutes,
  ...memberRoutes,
  ...auditRoutes,
  ...savedViewRoutes,
  ...insightRoutes,
  ...safetyRoutes,
  ...settingsRoutes,
  ...meRoutes,
  ...serviceRoutes,
];
