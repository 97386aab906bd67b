import { z } from "zod";
import type { OpenConnection } from "../connector.ts";
import { readsSetting } from "../read-tool.ts";

const secret = z.string().min(1).max(2048);

export const driveCredentials = z.strictObject({
  clientId: secret.meta({ title: "Client ID" }).describe("Of an OAuth client of type *web application* in Google Cloud"),
  clientSecret: secret,
  refreshToken: secret
    .optional()
    .describe(
      "Comes by itself when an account is connected; or of an account that sees the folders below, with the scope `https://www.googleapis.com/auth/drive`",
    ),
  accessToken: secret.optional().meta({ readOnly: true }).describe("Kept by the server"),
  accessTokenExpiresAt: z.number().optional().meta({ readOnly: true }).describe("Kept by the server; milliseconds since 1970"),
});

const address = z.url({ protocol: /^https?$/ });

export const driveSettings = z.strictObject({
  apiUrl: address
    .default("https://www.googleapis.com")
    .meta({ title: "API address" })
    .describe("Where `/drive/v3` and `/upload/drive/v3` are"),
  authorizeUrl: address
    .default("https://accounts.google.com/o/oauth2/v2/auth")
    .meta({ title: "Authorization address" })
    .describe("Where a person allows the access"),
  tokenUrl: address
    .default("https://oauth2.googleapis.com/token")
    .meta({ title: "Token address" })
    .describe("Where access tokens come from"),
  folders: z
    .array(z.string().regex(/^[A-Za-z0-9_-]{1,200}$/, "must be a folder's id, the last part of its address"))
    .max(500)
    .default([])
    .describe("Ids of the folders agents may read and write, with all that is in them; none without an entry"),
  reads: readsSetting,
});

export type DriveCredentials = z.output<typeof driveCredentials>;
export type DriveConnection = OpenConnection<DriveCredentials, z.output<typeof driveSettings>>;
