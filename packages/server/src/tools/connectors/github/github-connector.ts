import type { z } from "zod";
import type { Connector } from "../connector.ts";
import { askGitHub } from "./ask-github.ts";
import { createIssueTool } from "./create-issue.ts";
import { githubReadTools } from "./read-tools.ts";
import { freePlaces } from "../read-tool.ts";
import { ServiceFault } from "../service-fault.ts";
import { githubCredentials, githubSettings } from "./settings.ts";

/** Issues on GitHub and GitHub Enterprise Server, through Octokit. */
export const githubConnector: Connector<z.output<typeof githubCredentials>, z.output<typeof githubSettings>> = {
  name: "github",
  title: "GitHub",
  credentials: githubCredentials,
  settings: githubSettings,
  freeReads: (settings) => freePlaces(settings, settings.repositories),
  tools: (connection) => [...(connection.settings.reads ? githubReadTools(connection) : []), createIssueTool(connection)],

  /** Also reads the allowed repositories, because a valid token may see none of them. */
  async test(connection, signal) {
    const { login } = await askGitHub(connection, signal, (octokit) => octokit.rest.users.getAuthenticated());
    const unseen: string[] = [];
    for (const entry of connection.settings.repositories.filter((each) => !each.endsWith("/*")).slice(0, MAX_LOOKED_AT)) {
      const [owner = "", repo = ""] = entry.split("/");
      const found = await askGitHub(connection, signal, (octokit) => octokit.rest.repos.get({ owner, repo })).catch(
        onlyNotFound,
      );
      if (!found) unseen.push(`${entry} does not exist, or the token cannot see it`);
      else if (!found.has_issues) unseen.push(`${entry} has no issues`);
    }
    if (unseen.length > 0) return { ok: false, code: "settings", message: `${unseen.join("; ")}.` };
    return { ok: true, as: login };
  },
};

const MAX_LOOKED_AT = 20;

function onlyNotFound(error: unknown): undefined {
  if (error instanceof ServiceFault && error.kind === "not_found") return undefined;
  throw error;
}
