import { displayText, MAX_COMMENT_CHARACTERS, MAX_MENTIONS, type Member, type Mentioned } from "@countersign/protocol";
import { Combobox, Textarea, useCombobox, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { strings } from "../../../strings/history.tsx";
import { membersQuery } from "../../../api/admin-queries.ts";
import { membersLike, nameBefore, putName, stillNamed } from "./mention-text.ts";

/** What is written: a text, and the people whom it names. */
interface Draft {
  text: string;
  mentions: readonly Mentioned[];
}

export const EMPTY_DRAFT: Draft = { text: "", mentions: [] };

/** More are found by typing more of a name. */
const MAX_OFFERED = 6;

interface Props {
  ref: RefObject<HTMLTextAreaElement | null>;
  description: string;
  draft: Draft;
  /** Nobody mentions themselves. */
  meId: string;
  onChange(draft: Draft): void;
}

/** A field for a comment. Typing `@` offers the members of the workspace; the one that is chosen is mentioned. */
export function MentionField({ ref, description, draft, meId, onChange }: Props) {
  const words = strings.comments;
  const listId = useId();
  const combobox = useCombobox();
  const { offered, active, setCaret, choose, keyDown } = useOffers({ ref, draft, meId, onChange });
  const isOpen = offered.length > 0;
  const optionId = (userId: string): string => `${listId}-${userId}`;
  const activeId = offered[active]?.userId;
  const noteCaret = ({ currentTarget }: { currentTarget: HTMLTextAreaElement }): void => setCaret(currentTarget.selectionStart);
  return (
    <Combobox
      store={{ ...combobox, dropdownOpened: isOpen }}
      withinPortal={false}
      position="top-start"
      width="max-content"
      onOptionSubmit={choose}
    >
      {/* The keys and the roles are ours: those of the target open the list by any arrow, which moves the caret here. */}
      <Combobox.Target withKeyboardNavigation={false} withAriaAttributes={false}>
        <Textarea
          ref={ref}
          label={words.yourComment}
          description={description}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={MAX_COMMENT_CHARACTERS}
          value={draft.text}
          onChange={(event) => {
            const text = event.currentTarget.value;
            onChange({ text, mentions: stillNamed(text, draft.mentions) });
            noteCaret(event);
          }}
          onSelect={noteCaret}
          onBlur={() => setCaret(null)}
          onKeyDown={keyDown}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={isOpen ? listId : undefined}
          aria-activedescendant={activeId === undefined ? undefined : optionId(activeId)}
        />
      </Combobox.Target>
      <VisuallyHidden role="status">{isOpen ? words.offered(offered.length) : ""}</VisuallyHidden>
      <Combobox.Dropdown hidden={!isOpen}>
        <Combobox.Options id={listId} aria-label={words.people}>
          {offered.map(({ userId, name, email }) => (
            <Combobox.Option
              key={userId}
              id={optionId(userId)}
              value={userId}
              selected={userId === activeId}
              aria-selected={userId === activeId}
            >
              {displayText(name, { newlines: "mark" })} <small>{displayText(email, { newlines: "mark" })}</small>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** The first of the members that are offered, for whatever is typed. */
const FIRST = { query: "", index: 0 };

/** The members that fit what is typed after an `@`, and which of them the keys are at. */
function useOffers({ ref, draft, meId, onChange }: Omit<Props, "description">) {
  const { text, mentions } = draft;
  const [caret, setCaret] = useState<number | null>(null);
  /** Place in the text of the `@` whose list was closed by Escape; null if none was. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const [at, setAt] = useState(FIRST);
  /** Where the caret is to be once the text with a name is there. */
  const caretAfter = useRef<number | null>(null);
  const begun = caret === null || mentions.length >= MAX_MENTIONS ? undefined : nameBefore(text, caret);
  // It is offered again once another name is begun.
  if (closedAt !== null && begun?.from !== closedAt) setClosedAt(null);
  const isDone = begun !== undefined && mentions.some(({ name }) => `${begun.query} `.startsWith(`${name} `));
  const isAsked = begun !== undefined && !isDone && begun.from !== closedAt;
  const members = useQuery({ ...membersQuery, enabled: isAsked }).data ?? [];
  const others = members.filter(({ userId }) => userId !== meId && !mentions.some(({ id }) => id === userId));
  const offered: Member[] = isAsked ? membersLike(others, begun.query).slice(0, MAX_OFFERED) : [];
  // The first one again for every other query.
  const active = at.query === begun?.query ? Math.min(at.index, offered.length - 1) : 0;

  useLayoutEffect(() => {
    if (caretAfter.current === null) return;
    ref.current?.setSelectionRange(caretAfter.current, caretAfter.current);
    caretAfter.current = null;
  }, [ref, text]);

  function choose(userId: string): void {
    const member = offered.find((one) => one.userId === userId);
    if (!member || !begun || caret === null) return;
    const { name } = member;
    const put = putName(text, { from: begun.from, caret, name });
    caretAfter.current = put.caret;
    setAt(FIRST);
    setCaret(put.caret);
    onChange({ text: put.text, mentions: [...stillNamed(put.text, mentions), { id: userId, name }] });
  }

  function keyDown(event: KeyboardEvent): void {
    const { key } = event;
    if (offered.length === 0 || !begun || event.nativeEvent.isComposing || event.shiftKey) return;
    const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
    if (step !== 0) setAt({ query: begun.query, index: (active + step + offered.length) % offered.length });
    else if (key === "Enter") choose(offered[active]?.userId ?? "");
    else if (key === "Escape") {
      setAt(FIRST);
      setClosedAt(begun.from);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return { offered, active, setCaret, choose, keyDown };
}
