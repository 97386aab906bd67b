import { displayText, type SavedView, type ViewPage } from "@countersign/protocol";
import { IconUsers } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { strings } from "../strings/views.tsx";
import { VisibleText } from "./visible-text.tsx";
import classes from "./saved-views.module.css";

/** Links beyond this number are behind a button, so that the page's own content stays in sight. */
const FEW = 8;

const ADDRESSES = { inbox: "/", audit: "/audit" } as const satisfies Record<ViewPage, string>;

/** Address of a view: its page, with its filters. */
export const linkOf = ({ page, query }: Pick<SavedView, "page" | "query">) => ({
  to: ADDRESSES[page],
  search: Object.fromEntries(new URLSearchParams(query)),
});

/** Links to saved views. Those that are shared have a mark. */
export function ViewLinks({ views }: { views: readonly SavedView[] }) {
  const [all, setAll] = useState(false);
  if (views.length === 0) return null;
  return (
    <nav className={classes.links} aria-label={strings.title}>
      {(all ? views : views.slice(0, FEW)).map((view) => (
        <Link
          key={view.id}
          {...linkOf(view)}
          className={classes.link}
          title={displayText(view.name, { newlines: "mark" })}
          activeOptions={{ exact: true, includeSearch: true }}
        >
          {view.shared && <IconUsers size={12} role="img" aria-label={strings.everyone} />}
          <span>
            <VisibleText text={view.name} newlines="mark" />
          </span>
        </Link>
      ))}
      {views.length > FEW && (
        <button type="button" className={classes.more} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? strings.showFewer : strings.showAll(views.length)}
        </button>
      )}
    </nav>
  );
}
