import type { Connector } from "./connector.ts";
import { emailConnector } from "./email/email-connector.ts";
import { githubConnector } from "./github/github-connector.ts";
import { httpConnector } from "./http/http-connector.ts";
import { linearConnector } from "./linear/linear-connector.ts";
import { workspaceConnector } from "./workspace/workspace-connector.ts";

/** What a workspace can be connected to, in the order people are offered it. */
export const ALL_CONNECTORS: readonly Connector[] = [
  workspaceConnector,
  githubConnector,
  linearConnector,
  emailConnector,
  httpConnector,
] as unknown as readonly Connector[];
