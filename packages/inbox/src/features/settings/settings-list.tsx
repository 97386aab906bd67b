import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { strings } from "../../strings/settings.tsx";
import { useMe } from "../../api/signed-in.ts";
import { hasWords, openGroups, wordsOf } from "../../ui/places.ts";
import { SearchField } from "../../ui/search-field.tsx";
import classes from "./settings.module.css";

/** Links to the pages of settings in their groups, and a field to search them. The compact form has no descriptions. */
export function SettingsList({ isCompact = false }: { isCompact?: boolean }) {
  const [typed, setTyped] = useState("");
  const words = wordsOf(typed);
  const groups = openGroups(useMe())
    .map(({ label, places }) => ({
      label,
      places: places.filter((place) => hasWords(`${label} ${place.label} ${place.about}`, words)),
    }))
    .filter(({ places }) => places.length > 0);
  return (
    <>
      <div className={classes.search}>
        <SearchField label={strings.search} text={typed} onChange={setTyped} />
      </div>
      <nav aria-label={strings.title} className={classes.groups} data-compact={isCompact || undefined}>
        {groups.map(({ label, places }) => (
          <section key={label} className={classes.group}>
            <h2 className={classes.groupName}>{label}</h2>
            <ul>
              {places.map(({ to, label: name, about }) => (
                <li key={to}>
                  <Link to={to} className={classes.link} activeOptions={{ includeSearch: false }}>
                    <span className={classes.linkName}>{name}</span>
                    {!isCompact && <span className={classes.about}>{about}</span>}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <p role="status" className={classes.none}>
        {groups.length === 0 ? strings.noneMatches : ""}
      </p>
    </>
  );
}
