import { meSchema, type Me } from "@countersign/protocol";
import { ok } from "../../core/refusal.ts";
import { route } from "../route.ts";

export const meRoutes = [
  route({
    method: "GET",
    path: "/api/me",
    summary: "Read who the credential belongs to and which workspaces it can use",
    tag: "Me",
    who: "anyone",
    answers: { 200: { description: "The caller", schema: meSchema } },
    run: async ({ principal: { kind, id, name, workspaceId, role }, caller, features }) =>
      ok({
        principal: { kind, id, name },
        workspaceId,
        workspaces: caller?.workspaces ?? [],
        role,
        email: caller?.email ?? null,
        needsPassword: caller?.needsPassword ?? false,
        features: [...features],
      } satisfies Me),
  }),
];
