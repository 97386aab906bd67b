import { sql, type RawBuilder } from "kysely";

/** An administrator's question to the people who decide on a tool, and the tool's name as agents see it. */
export interface ToolQuestion {
  template: string;
  name: string;
}

/** Question of the tool of row `action`, or null if none is set. */
export const toolQuestionOf = (action: string): RawBuilder<ToolQuestion | null> => {
  const a = sql.ref(action);
  return sql`(select json_build_object('template', t.prompt_template, 'name', coalesce(t.alias, t.name))
    from tool t where t.workspace_id = ${a}.workspace_id and t.name = ${a}.tool_name and t.prompt_template is not null)`;
};
