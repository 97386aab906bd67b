import type { Command } from "commander";
import { z } from "zod";
import { readAgentFile } from "../agent-file.ts";
import { createCallServer } from "../call-server.ts";
import { dataOption, type CommandContext } from "../command-context.ts";
import { signInByBrowser } from "../sign-in-by-browser.ts";
import { openSignInStore } from "../sign-in-store.ts";

export function addSignIn(program: Command, context: CommandContext): void {
  const { terminal, settings } = context;
  const addressOf = async (data: string): Promise<string> => (await readAgentFile(data)).url.replace(/\/+$/, "");

  program
    .command("sign-in")
    .description("sign in to this command line (read-only), with a code that you confirm in the inbox")
    .addOption(dataOption())
    .action(async ({ data }: { data: string }) => {
      await signInByBrowser(context, await addressOf(data));
    });

  program
    .command("sign-out")
    .description("sign out this command line and revoke its token")
    .addOption(dataOption())
    .action(async ({ data }: { data: string }) => {
      const url = await addressOf(data);
      const store = openSignInStore(settings.configFolder);
      const known = await store.find(url);
      if (!known) {
        await store.forget(url);
        return terminal.write("This command line was not signed in.\n");
      }
      const call = { method: "POST", path: "/api/auth/device/sign-out", body: { token: known.token } } as const;
      await createCallServer({ url, headers: {} })(z.object({ status: z.literal(true) }), call);
      await store.forget(url);
      terminal.write("Signed out.\n");
    });
}
