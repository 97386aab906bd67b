import { isVettedState, type Connection, type Key, type Tool } from "@countersign/protocol";
import { Link } from "@tanstack/react-router";
import { VisibleText } from "../../../ui/visible-text.tsx";
import type { AdminSearch } from "../../../page-search.ts";
import { RiskPair } from "../shared/risk-pair.tsx";
import { StateBadge } from "../../../ui/status-badge.tsx";
import { strings } from "../../../strings/tools.tsx";
import { sourceName } from "./tool-filter.ts";
import { stateOf } from "./tool-words.ts";
import classes from "./tools.module.css";

interface Props {
  tools: readonly Tool[];
  apiKeys: readonly Key[];
  connections: readonly Connection[];
  search: AdminSearch;
}

/** Lists one tool per line; its details open over the list. */
export function ToolList({ tools, apiKeys, connections, search }: Props) {
  return (
    <ul className={classes.list}>
      {tools.map((tool) => (
        <li key={tool.name} className={classes.row} data-off={!tool.enabled || undefined}>
          <div className={classes.what}>
            <Link to="/admin/tools" search={{ ...search, open: tool.name }} className={classes.name}>
              <VisibleText text={tool.name} newlines="mark" />
            </Link>
            {tool.exposedName !== tool.name && (
              <span className={classes.alias}>
                {strings.list.exposedAs(<VisibleText text={tool.exposedName} newlines="mark" />)}
              </span>
            )}
            <p className={classes.description}>
              <VisibleText text={tool.descriptionOverride ?? tool.description} newlines="mark" />
            </p>
          </div>
          <span className={classes.from}>
            <VisibleText text={sourceName(tool, apiKeys, connections)} newlines="mark" />
            <small>
              <VisibleText text={tool.groups.map(({ group }) => group).join(", ")} newlines="mark" />
            </small>
          </span>
          <RiskPair {...tool} vetted={isVettedState(tool.vetting.state)} />
          <span className={classes.approval}>
            {strings.list.approval[tool.approval]}
            {tool.routingRules.length > 0 && <small>{strings.list.byRoutingToo}</small>}
          </span>
          <span className={classes.state}>
            <StateBadge {...stateOf(tool)} />
          </span>
        </li>
      ))}
    </ul>
  );
}
