import { z } from "zod";
import type { OpenConnection } from "../connector.ts";
import { readsSetting } from "../read-tool.ts";

const secret = z.string().min(1).max(2048);

export const driveCredentials = z.strictObject({
  clientId: secret.meta({ title: "Client ID" }).describe("Id of an OAuth client of type *web application* in Google Cloud"),
  clientSecret: secret,
  refreshToken: secret
    .optional()
    .describe(
      "Set automatically when an account is connected. Otherwise the token of an account that can see the folders below, with the scope `https://www.googleapis.com/auth/drive`",
    ),
  accessToken: secret.optional().meta({ readOnly: true }).describe("Kept by the server"),
  accessTokenExpiresAt: z.number().optional().meta({ readOnly: true }).describe("Set by the server; Unix time in milliseconds"),
});

const address = z.url({ protocol: /^https?$/ });

export const driveSettings = z.strictObject({
  apiUrl: address
    .default("https://www.googleapis.com")
    .meta({ title: "API address" })
    .describe("Base address of `/drive/v3` and `/upload/drive/v3`"),
  authorizeUrl: address
    .default("https://accounts.google.com/o/oauth2/v2/auth")
    .meta({ title: "Authorization address" })
    .describe("Address where a person grants access"),
  tokenUrl: address
    .default("https://oauth2.googleapis.com/token")
    .meta({ title: "Token address" })
    .describe("Address that issues access tokens"),
  folders: z
    .array(z.string().regex(/^[A-Za-z0-9_-]{1,200}$/, "must be a folder's id, the last part of its address"))
    .max(500)
    .default([])
    .describe("Ids of the folders that agents can read and write, including subfolders; empty for none"),
  reads: readsSetting,
});

export type DriveCredentials = z.output<typeof driveCredentials>;
export type DriveConnection = OpenConnection<DriveCredentials, z.output<typeof driveSettings>>;
