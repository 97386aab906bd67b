import type { z } from "zod";
import { ToolFailure, type Described, type ServerTool } from "../../../ports/tool.ts";
import type { JsonObject } from "@countersign/protocol";
import type { Connector } from "../connector.ts";
import { faultOfError } from "../service-fault.ts";
import { addressOf, bodyOf, callService, faultOfAnswer } from "./call.ts";
import { httpCredentials, httpSettings, type HttpConnection, type HttpTool } from "./settings.ts";
import { fieldsIn, fillSecrets, maskTemplate, secretsIn } from "./template.ts";

/** Calls any REST service, as declared in the connection's settings. */
export const httpConnector: Connector<z.output<typeof httpCredentials>, z.output<typeof httpSettings>> = {
  name: "http",
  title: "HTTP",
  credentials: httpCredentials,
  settings: httpSettings,
  tools: (open) => open.settings.tools.map((tool) => toServerTool(open, tool)),

  async test({ settings, credentials, fetch }, signal) {
    const { testUrl, headers, tools } = settings;
    const named = [headers, ...tools.map((tool) => tool.headers ?? {})].flatMap((each) => Object.values(each));
    const needed = [...named, testUrl ?? "", ...tools.map(({ url }) => url)].flatMap(secretsIn);
    const missing = [...new Set(needed)].filter((name) => !Object.hasOwn(credentials, name));
    if (missing.length > 0) {
      return { ok: false, code: "settings", message: `The settings refer to secrets that are not set: ${missing.join(", ")}.` };
    }
    if (testUrl === undefined) {
      return {
        ok: false,
        code: "settings",
        message: "There is not an address to test. Set a testUrl in the settings: an address where a GET changes nothing.",
      };
    }
    const filled = Object.entries(headers).map(([name, value]) => [name, fillSecrets(value, credentials)]);
    const answer = await fetch(fillSecrets(testUrl, credentials, encodeURIComponent), {
      headers: Object.fromEntries(filled),
      signal,
    }).catch((error: unknown) => {
      throw faultOfError(error);
    });
    const { host } = new URL(maskTemplate(testUrl));
    if (answer.status < 200 || answer.status > 299) throw await faultOfAnswer(answer);
    await answer.body?.cancel().catch(() => undefined);
    return { ok: true, as: `${host} (HTTP ${answer.status})` };
  },
};

function toServerTool(open: HttpConnection, tool: HttpTool): ServerTool {
  const { name, title, description, inputSchema, reads, risk, timeoutSeconds } = tool;
  return {
    definition: {
      name,
      ...(title !== undefined && { title }),
      description,
      inputSchema: inputSchema as JsonObject,
      effect: reads ? "idempotent" : tool.effect,
      risk: reads ? 0 : risk,
      // A reviewer must not edit the address, which would make it another call.
      protectedKeys: [...new Set([...fieldsIn(tool.url), ...tool.protectedKeys])],
      timeoutSeconds,
    },
    approval: reads ? "never" : "required",
    describe: async (input) => describeCall(tool, input),
    execute: (input, context) => callService(open, tool, input, context),
  };
}

/** Shows method, whole address and body as they will be sent, with secrets masked. */
function describeCall(tool: HttpTool, input: JsonObject): Described {
  const url = maskTemplate(addressOf(tool, input));
  if (!URL.canParse(url)) throw new ToolFailure("invalid", "does not result in a valid address");
  const body = bodyOf(tool, input);
  return {
    preview: { title: `${tool.method} ${url}`, method: tool.method, url, ...(body !== undefined && { body }) },
    target: `${tool.method} ${url}`,
  };
}
