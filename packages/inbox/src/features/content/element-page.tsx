import type { ContentElement, StoredType } from "@countersign/protocol";
import { Button, Group, type ButtonProps, SegmentedControl, Title } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { createLink, useParams } from "@tanstack/react-router";
import { useMemo, useState, type AnchorHTMLAttributes } from "react";
import { elementPath } from "../../api/content-queries.ts";
import { strings } from "../../strings/content.tsx";
import { contentChanges } from "./drawing/content-changes.ts";
import { ElementKindName } from "./drawing/element-kind-name.tsx";
import { elementWords } from "../../ui/element-words.ts";
import { PageFrame, Picture } from "./drawing/picture.tsx";
import { PartHead, PartValue } from "./drawing/part-view.tsx";
import { sampleElementOf, TemplateOutput } from "./drawing/template-output.tsx";
import { Moment } from "../../ui/moment.tsx";
import { PrincipalName } from "../../ui/principal-name.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { foldersOf, asPrincipal, stateOf, publishedWords } from "./read-element.ts";
import { LoadedElement } from "./loaded-element.tsx";
import { PublishButton } from "./publish-button.tsx";
import { Revisions } from "./revisions.tsx";
import classes from "./element-page.module.css";
import fields from "./drawing/content.module.css";

const LinkButton = createLink((props: ButtonProps & AnchorHTMLAttributes<HTMLAnchorElement>) => (
  <Button component="a" {...props} />
));

interface Props {
  element: ContentElement;
  type: StoredType | undefined;
}

/** One element: its fields by their kinds, pending proposals on it, and every revision. */
export function ElementPage() {
  const { id } = useParams({ from: "/page/content/$id" });
  return <LoadedElement id={id}>{(element, type) => <Loaded element={element} type={type} />}</LoadedElement>;
}

function Loaded({ element, type }: Props) {
  const words = strings.element;
  const [view, setView] = useState("fields");
  const references = useMemo(() => new Map(element.references.map((one) => [one.id, one])), [element.references]);
  const parts = useMemo(() => contentChanges(type?.fields ?? [], null, stateOf(element)), [type, element]);
  const hasPage = element.kind === "document" || element.kind === "template";
  return (
    <article className={classes.page}>
      <Crumbs element={element} />
      <div className={classes.head}>
        <div>
          <Title order={1} size="h3">
            <VisibleText text={element.title || element.path} newlines="mark" />
          </Title>
          <p className={classes.says}>
            {words.state(
              <ElementKindName kind={element.kind} type={type?.title ?? element.type} />,
              element.revision,
              <Moment at={element.modifiedAt} />,
              <PrincipalName principal={asPrincipal(element.modifiedBy)} />,
            )}{" "}
            {element.kind === "document" && words.visitorsSee(publishedWords(element))}
          </p>
        </div>
        <Group gap="xs">
          {element.kind === "document" && element.may.publish && <PublishButton element={element} />}
          {element.may.edit && (
            <LinkButton
              to="/content/$id/edit"
              params={{ id: element.id }}
              leftSection={<IconPencil size={16} aria-hidden />}
              variant="default"
            >
              {words.edit}
            </LinkButton>
          )}
        </Group>
      </div>
      <OpenProposals proposals={element.proposals} />
      <section aria-label={words.holds} className={classes.section}>
        <div className={classes.sectionHead}>
          <h2 className={classes.sectionTitle}>{words.holds}</h2>
          {hasPage && (
            <SegmentedControl
              size="xs"
              aria-label={words.howShown}
              value={view}
              onChange={setView}
              data={[
                { value: "fields", label: words.fields },
                { value: "page", label: element.kind === "template" ? words.output : words.page },
              ]}
            />
          )}
        </div>
        {element.file && <Picture file={element.file} title={element.title} path={element.path} />}
        {view === "page" ? (
          <RenderedElement element={element} />
        ) : (
          <div className={`${fields.fields} ${classes.card}`}>
            {parts
              .filter(({ part }) => part !== "path" && part !== "published")
              .map((part) => (
                <div key={`${part.part} ${part.name}`} className={fields.field}>
                  <PartHead change={part} />
                  <PartValue change={part} value={part.after} references={references} />
                </div>
              ))}
            {parts.length <= 2 && <p className={classes.says}>{words.holdsNothing}</p>}
          </div>
        )}
      </section>
      <Revisions element={element} fields={type?.fields ?? []} />
    </article>
  );
}

/** The element as the server renders it: a document as visitors see it, or the output of a template. */
function RenderedElement({ element }: Pick<Props, "element">) {
  const draw = (query: string) => (
    <PageFrame
      key={`${element.version}${query}`}
      address={`${elementPath(element.id)}/page${query || `?version=${encodeURIComponent(element.version)}`}`}
      label={strings.element.pageAsItIs}
    />
  );
  if (element.kind !== "template") return draw("");
  return (
    <TemplateOutput named={sampleElementOf(element.value)} isProposal={false}>
      {draw}
    </TemplateOutput>
  );
}

function Crumbs({ element: { kind, path } }: Pick<Props, "element">) {
  const above = foldersOf(path).slice(0, -1);
  return (
    <nav aria-label={strings.element.whereItStands} className={classes.crumbs}>
      <TextLink to="/content" search={{ kind }}>
        {elementWords(kind).many}
      </TextLink>
      {above.slice(1).map((folder) => (
        <TextLink key={folder.path} to="/content" search={{ kind, folder: folder.path }}>
          <VisibleText text={folder.name} newlines="mark" />
        </TextLink>
      ))}
    </nav>
  );
}

/** Pending proposals on an element. */
function OpenProposals({ proposals }: Pick<ContentElement, "proposals">) {
  if (proposals.length === 0) return null;
  return (
    <section id="proposals" aria-label={strings.element.openProposals} className={classes.section}>
      <h2 className={classes.sectionTitle}>{strings.element.openProposals}</h2>
      <ul className={classes.proposals}>
        {proposals.map(({ pendingActionId, title, createdAt }) => (
          <li key={pendingActionId}>
            <TextLink to="/actions/$id" params={{ id: pendingActionId }}>
              <VisibleText text={title} newlines="mark" />
            </TextLink>{" "}
            <span className={classes.says}>
              <Moment at={createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
