import { ui } from "./ui.tsx";
import { code } from "./code.tsx";
import { events } from "./events.tsx";
import { proposal } from "./proposal.tsx";
import { queue } from "./queue.tsx";
import { firstSteps } from "./first-steps.tsx";
import { views } from "./views.tsx";
import { keyboard } from "./keyboard.tsx";
import { panel } from "./panel.tsx";
import { checkpoints } from "./checkpoints.tsx";
import { emergency } from "./emergency.tsx";
import { action } from "./action.tsx";
import { account } from "./account.tsx";
import { connect } from "./connect.tsx";
import { batch } from "./batch.tsx";
import { records } from "./records.tsx";
import { decision } from "./decision.tsx";
import { history } from "./history.tsx";
import { question } from "./question.tsx";
import { safety } from "./safety.tsx";
import { tools } from "./tools.tsx";
import { tryIt } from "./try-it.tsx";
import { condition } from "./condition.tsx";
import { groups } from "./groups.tsx";
import { grants } from "./grants.tsx";
import { admin } from "./admin.tsx";
import { upstreams } from "./upstreams.tsx";
import { connections } from "./connections.tsx";
import { studio } from "./studio.tsx";
import { adminContent } from "./admin-content.tsx";
import { agents } from "./agents.tsx";
import { people } from "./people.tsx";
import { notifications } from "./notifications.tsx";
import { keys } from "./keys.tsx";
import { keyLimits } from "./key-limits.tsx";
import { settings } from "./settings.tsx";
import { chat } from "./chat.tsx";
import { content } from "./content.tsx";
import { drawing } from "./drawing.tsx";
import { editor } from "./editor.tsx";
import { insights } from "./insights.tsx";
import { audit } from "./audit.tsx";
import { app } from "./app.tsx";
import { shell } from "./shell.tsx";
import { session } from "./session.tsx";
import { embed } from "./embed.tsx";
import type { Translation } from "../catalogue.ts";

export const german = {
  ui,
  code,
  events,
  proposal,
  queue,
  firstSteps,
  views,
  keyboard,
  panel,
  checkpoints,
  emergency,
  action,
  account,
  connect,
  batch,
  records,
  decision,
  history,
  question,
  safety,
  tools,
  tryIt,
  condition,
  groups,
  grants,
  admin,
  upstreams,
  connections,
  studio,
  adminContent,
  agents,
  people,
  notifications,
  keys,
  keyLimits,
  settings,
  chat,
  content,
  drawing,
  editor,
  insights,
  audit,
  app,
  shell,
  session,
  embed,
} satisfies Translation;
