import { sql, type RawBuilder } from "kysely";

/** What an administrator wrote for people who decide on a tool, and the name its agents know. */
export interface ToolQuestion {
  template: string;
  name: string;
}

/** Of the tool of the row `action`, or null where nobody wrote any. */
export const toolQuestionOf = (action: string): RawBuilder<ToolQuestion | null> => {
  const a = sql.ref(action);
  return sql`(select json_build_object('template', t.prompt_template, 'name', coalesce(t.alias, t.name))
    from tool t where t.workspace_id = ${a}.workspace_id and t.name = ${a}.tool_name and t.prompt_template is not null)`;
};
