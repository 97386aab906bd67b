import { changeWorkspaceSettingsSchema, workspaceSettingsSchema } from "@countersign/protocol";
import { route } from "../route.ts";

const tag = "Settings";

export const settingsRoutes = [
  route({
    method: "GET",
    path: "/api/settings",
    summary: "Read the settings of the workspace",
    tag,
    who: "member",
    answers: { 200: { description: "As they are now", schema: workspaceSettingsSchema } },
    run: ({ identity, principal }) => identity.workspaceSettings(principal),
  }),
  route({
    method: "PUT",
    path: "/api/settings",
    summary: "Change the settings of the workspace; less protection needs `confirm: true`",
    tag,
    who: "admin",
    body: changeWorkspaceSettingsSchema,
    answers: { 200: { description: "As they are now", schema: workspaceSettingsSchema } },
    run: ({ identity, principal, body }) => identity.changeWorkspaceSettings(principal, body),
  }),
];
