/** The address of a route with its parameters: `/actions/$id` and `{ id: "a/b" }` give `/actions/a%2Fb`. */
export const inboxPath = (to: string, params: Readonly<Record<string, string>> = {}): string =>
  to.replace(/\$(\w+)/g, (_name, key: string) => encodeURIComponent(params[key] ?? ""));
