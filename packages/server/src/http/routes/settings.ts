import { changeWorkspaceSettingsSchema, workspaceSettingsSchema } from "@countersign/protocol";
import { route } from "../route.ts";

const tag = "Settings";

export const settingsRoutes = [
  route({
    method: "GET",
    path: "/api/settings",
    summary: "Read the workspace settings",
    tag,
    who: "member",
    answers: { 200: { description: "The current settings", schema: workspaceSettingsSchema } },
    run: ({ identity, principal }) => identity.workspaceSettings(principal),
  }),
  route({
    method: "PUT",
    path: "/api/settings",
    summary: "Change the workspace settings; lower protection needs `confirm: true`",
    tag,
    who: "admin",
    body: changeWorkspaceSettingsSchema,
    answers: { 200: { description: "The current settings", schema: workspaceSettingsSchema } },
    run: ({ identity, principal, body }) => identity.changeWorkspaceSettings(principal, body),
  }),
];
