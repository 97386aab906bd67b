import type { StudioSummary } from "@countersign/protocol";
import { Button } from "@mantine/core";
import { IconCode } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { studioListQuery } from "../../../api/studio-queries.ts";
import { strings } from "../../../strings/studio.tsx";
import { Blank } from "../../../ui/blank.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { RiskChip } from "../../../ui/risk-marks.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Fact } from "../shared/card-parts.tsx";
import { Loaded } from "../shared/loaded.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { useAdminSearch } from "../shared/use-admin-search.ts";
import { NewToolDialog } from "./new-tool-dialog.tsx";
import { PublishedBadge } from "./published-badge.tsx";
import classes from "../shared/admin.module.css";

const SEARCH_FROM = 6;

/** Lists the tools that administrators write here in JavaScript. */
export function StudioPage() {
  const words = strings.page;
  const tools = useQuery(studioListQuery);
  const [search, setSearch] = useAdminSearch();
  const [isNew, setIsNew] = useState(false);
  const wanted = (search.q ?? "").toLowerCase();
  return (
    <>
      <PageHead title={words.title} says={words.says}>
        <Button onClick={() => setIsNew(true)}>{words.add}</Button>
      </PageHead>
      <Loaded query={tools} what={words.tools}>
        {(rows) =>
          rows.length === 0 ? (
            <Blank icon={<IconCode size={26} />} title={words.empty}>
              {words.howToAdd}
            </Blank>
          ) : (
            <>
              {(rows.length >= SEARCH_FROM || search.q !== undefined) && (
                <div className={classes.filters} role="search">
                  <SearchField label={words.search} text={search.q ?? ""} onChange={(q) => setSearch({ q })} />
                </div>
              )}
              <ul className={classes.list}>
                {rows
                  .filter(({ name, title }) => `${name} ${title ?? ""}`.toLowerCase().includes(wanted))
                  .map((tool) => (
                    <ToolCard key={tool.name} tool={tool} />
                  ))}
              </ul>
            </>
          )
        }
      </Loaded>
      {isNew && <NewToolDialog onClose={() => setIsNew(false)} />}
    </>
  );
}

function ToolCard({ tool }: { tool: StudioSummary }) {
  const { name, title, level, tested, published, updatedAt, updatedBy } = tool;
  return (
    <li className={classes.card}>
      <div className={classes.cardHead}>
        <h2 className={classes.cardTitle}>
          <TextLink to="/admin/studio/$name" params={{ name }}>
            <VisibleText text={title ?? name} newlines="mark" />
          </TextLink>
        </h2>
        <div className={classes.marks}>
          <RiskChip risk={level} />
          <PublishedBadge published={published} tested={tested} />
        </div>
      </div>
      <dl className={classes.facts}>
        <Fact name={strings.page.name}>
          <code>{name}</code>
        </Fact>
        <Fact name={strings.page.changed}>
          {strings.doneBy(<Moment at={updatedAt} />, <VisibleText text={updatedBy} newlines="mark" />)}
        </Fact>
      </dl>
    </li>
  );
}
