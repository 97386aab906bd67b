import { type Agent, type Group, displayText } from "@countersign/protocol";
import { count } from "../../../strings/count.ts";
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
  return (
    <li>
      <article className={classes.card} aria-label={`Group ${shownName}`}>
        <div className={classes.cardHead}>
          <h2 className={classes.cardTitle}>
            <VisibleText text={name} newlines="mark" />
          </h2>
          <span className={classes.marks}>
            <CardAction verb="Edit" name={shownName} asks onClick={onEdit} />
            <CardAction verb="Delete" name={shownName} asks onClick={onRemove} />
          </span>
        </div>
        {description !== null && (
          <p className={classes.says}>
            <VisibleText text={description} />
          </p>
        )}
        <dl className={classes.facts}>
          <Fact name="Tools">
            <TextLink to="/admin/tools" search={{ group: name }}>
              {count(tools.length, "tool")}
            </TextLink>
            {alwaysAsks > 0 && `, ${alwaysAsks} always asking here`}
            {asksNobody > 0 && (
              <>
                , <b>{asksNobody} asking nobody here</b>
              </>
            )}
          </Fact>
          <Fact name="Agents with it">
            {agents.length === 0 ? (
              "none"
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
