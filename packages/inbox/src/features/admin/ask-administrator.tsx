import { IconLock } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { membersQuery } from "../../api/admin-queries.ts";
import { strings } from "../../strings/admin.tsx";
import { strings as uiStrings } from "../../strings/ui.tsx";
import { Blank } from "../../ui/blank.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import classes from "./shared/admin.module.css";

/** Tells people without the administrator role whom to ask. */
export function AskAdministrator() {
  const administrators = useQuery(membersQuery).data?.filter(({ role }) => role === "admin") ?? [];
  const words = strings.askAdministrator;
  return (
    <Blank icon={<IconLock size={26} />} title={words.title} order={1}>
      <p>{words.says}</p>
      {administrators.length > 0 && (
        <>
          <p>{words.administrators}</p>
          <ul className={classes.list}>
            {administrators.map(({ userId, name }) => (
              <li key={userId}>
                <b>
                  <VisibleText text={name} newlines="mark" />
                </b>
              </li>
            ))}
          </ul>
        </>
      )}
      <p>
        <TextLink to="/">{uiStrings.goToInbox}</TextLink> · <TextLink to="/tokens">{words.ownTokens}</TextLink>
      </p>
    </Blank>
  );
}
