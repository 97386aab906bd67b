import { chooseWorkspace } from "../api/chosen-workspace.ts";

/*
 * A link of a message names its workspace. This browser opens it there, also after signing in; the address then is the page's own.
 * Imported before the router, which reads the address.
 */
const address = new URL(globalThis.location.href);
const named = address.searchParams.get("workspace");
if (named !== null) {
  if (/^[\w-]{1,100}$/.test(named)) chooseWorkspace(named);
  address.searchParams.delete("workspace");
  globalThis.history.replaceState(globalThis.history.state, "", address);
}
