import { type Agent, type Group, displayText } from "@countersign/protocol";
import { strings } from "../../../strings/groups.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { CardAction } from "../shared/card-actions.tsx";
import { Fact } from "../shared/card-parts.tsx";
import classes from "../shared/admin.module.css";

interface Props {
  group: Group;
  agents: readonly Agent[];
  onEdit: () => void;
  onRemove: () => void;
}

export function GroupCard({ group: { name, description, tools }, agents, onEdit, onRemove }: Props) {
  const shownName = displayText(name, { newlines: "mark" });
  const asksNobody = tools.filter(({ approval }) => approval === "never").length;
  const alwaysAsks = tools.filter(({ approval }) => approval === "required").length;
  const words = strings.card;
  return (
    <li>
      <article className={classes.card} aria-label={words.label(shownName)}>
        <div className={classes.cardHead}>
          <h2 className={classes.cardTitle}>
            <VisibleText text={name} newlines="mark" />
          </h2>
          <span className={classes.marks}>
            <CardAction verb={words.edit} name={shownName} asks onClick={onEdit} />
            <CardAction verb={words.delete} name={shownName} asks onClick={onRemove} />
          </span>
        </div>
        {description !== null && (
          <p className={classes.says}>
            <VisibleText text={description} />
          </p>
        )}
        <dl className={classes.facts}>
          <Fact name={words.tools}>
            <TextLink to="/admin/tools" search={{ group: name }}>
              {words.toolCount(tools.length)}
            </TextLink>
            {alwaysAsks > 0 && `, ${words.alwaysAsking(alwaysAsks)}`}
            {asksNobody > 0 && (
              <>
                , <b>{words.askingNobody(asksNobody)}</b>
              </>
            )}
          </Fact>
          <Fact name={words.agents}>
            {agents.length === 0 ? (
              words.noAgents
            ) : (
              <TextLink to="/admin/agents" search={{ group: name }}>
                {agents.map((agent) => displayText(agent.name, { newlines: "mark" })).join(", ")}
              </TextLink>
            )}
          </Fact>
        </dl>
      </article>
    </li>
  );
}
