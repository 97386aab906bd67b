import { IconLock } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { membersQuery } from "../../api/admin-queries.ts";
import { Blank } from "../../ui/blank.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import classes from "./shared/admin.module.css";

/** Tells people without the administrator role whom to ask. */
export function AskAdministrator() {
  const administrators = useQuery(membersQuery).data?.filter(({ role }) => role === "admin") ?? [];
  return (
    <Blank icon={<IconLock size={26} />} title="Ask an administrator" order={1}>
      <p>
        Tools, MCP servers, services, groups, keys and people are set up by administrators. Your role does not include that.
      </p>
      {administrators.length > 0 && (
        <>
          <p>Administrators of this workspace:</p>
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
        <TextLink to="/">Go to the inbox</TextLink> · <TextLink to="/tokens">Your own tokens</TextLink>
      </p>
    </Blank>
  );
}
