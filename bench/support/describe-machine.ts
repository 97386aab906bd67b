import { arch, cpus, platform, release, totalmem } from "node:os";
import { Client } from "pg";

/** One line about the machine. */
export type Fact = [name: string, value: string];

/** Describes the machine on which the figures were measured. */
export function describeHost(): Fact[] {
  const processors = cpus();
  return [
    ["processor", `${processors.length} × ${processors[0]?.model.trim() ?? "unknown"}`],
    ["memory", `${Math.round(totalmem() / 2 ** 30)} GB`],
    ["system", `${platform()} ${release()} ${arch()}`],
    ["Node.js", process.versions.node],
  ];
}

/** Also describes the database. Throws if it is not durable, because its figures would be meaningless. */
export async function describeMachine(serverUrl: string): Promise<Fact[]> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  const show = async (name: string): Promise<string> => {
    const { rows } = await client.query<{ value: string }>("select current_setting($1) as value", [name]);
    return rows[0]?.value ?? "";
  };
  try {
    const settings = ["fsync", "synchronous_commit", "full_page_writes"];
    const off: string[] = [];
    for (const name of settings) if ((await show(name)) !== "on") off.push(name);
    if (off.length > 0) throw new Error(`the PostgreSQL server has ${off.join(", ")} not on; its figures would say nothing`);
    return [
      ...describeHost(),
      ["PostgreSQL", `${await show("server_version")}, ${settings.map((name) => `${name}=on`).join(", ")}`],
    ];
  } finally {
    await client.end();
  }
}
