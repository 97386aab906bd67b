import {
  displayText,
  MAX_VIEW_NAME_CHARACTERS,
  type ChangeSavedView,
  type CreateSavedView,
  type SavedView,
  type ViewPage,
} from "@countersign/protocol";
import { ActionIcon, Button, Group, Menu, NativeSelect, TextInput } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useState } from "react";
import { strings as common } from "../strings/ui.tsx";
import { strings } from "../strings/views.tsx";
import { Dialog } from "./dialog.tsx";
import { Notice } from "./notice.tsx";
import { VisibleText } from "./visible-text.tsx";
import classes from "./saved-views.module.css";

interface Changes {
  /** Why the last change was refused. */
  error: string | undefined;
  isPending: boolean;
  /** Forgets the last refusal. */
  reset(): void;
  create(view: CreateSavedView, onDone: () => void): void;
  change(id: string, body: ChangeSavedView, onDone?: () => void): void;
  remove(id: string, onDone: () => void): void;
}

interface Props {
  page: ViewPage;
  views: readonly SavedView[];
  /** The page's filters now, as its address has them after the `?`. */
  query: string;
  /** User id of the reader. */
  reader: string | undefined;
  changes: Changes;
}

type Open = { what: "rename" | "remove"; view: SavedView } | undefined;

/** Saves the page's filters under a name, and changes what was saved. */
export function SavedViews({ page, views, query, reader, changes }: Props) {
  const [open, setOpen] = useState<Open>();
  const close = (): void => {
    setOpen(undefined);
    changes.reset();
  };
  return (
    <div role="group" aria-label={strings.title}>
      <SaveView page={page} query={query} changes={changes} />
      {open === undefined && <Refusal changes={changes} />}
      {views.length > 0 && (
        <ul className={classes.list}>
          {views.map((view) => (
            <li key={view.id}>
              <span className={classes.name}>
                <VisibleText text={view.name} newlines="mark" />
                <small>{visibilityOf(view, reader)}</small>
              </span>
              {view.mayChange && <ViewMenu view={view} query={query} changes={changes} onOpen={setOpen} />}
            </li>
          ))}
        </ul>
      )}
      {open?.what === "rename" && <RenameDialog view={open.view} changes={changes} onClose={close} />}
      {open?.what === "remove" && <RemoveDialog view={open.view} changes={changes} onClose={close} />}
    </div>
  );
}

function visibilityOf({ shared, author }: SavedView, reader: string | undefined) {
  if (!shared) return strings.onlyMe;
  if (author.id === reader) return strings.sharedByYou;
  const name = <VisibleText text={author.name} newlines="mark" />;
  return author.isMember ? strings.sharedBy(name) : strings.sharedByFormer(name);
}

function SaveView({ page, query, changes }: Pick<Props, "page" | "query" | "changes">) {
  const [name, setName] = useState("");
  const [shared, setShared] = useState(false);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== "") changes.create({ page, name, query, shared }, () => setName(""));
      }}
    >
      <TextInput
        size="xs"
        label={strings.saveAs}
        maxLength={MAX_VIEW_NAME_CHARACTERS}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <NativeSelect
        size="xs"
        label={strings.visibleTo}
        value={shared ? "everyone" : "me"}
        onChange={({ currentTarget }) => setShared(currentTarget.value === "everyone")}
        data={[
          { value: "me", label: strings.onlyMe },
          { value: "everyone", label: strings.everyone },
        ]}
      />
      <Button type="submit" size="xs" variant="default" disabled={name.trim() === "" || changes.isPending}>
        {strings.save}
      </Button>
    </form>
  );
}

interface MenuProps extends Pick<Props, "query" | "changes"> {
  view: SavedView;
  onOpen: (open: Open) => void;
}

function ViewMenu({ view, query, changes, onOpen }: MenuProps) {
  const label = strings.changeView(displayText(view.name, { newlines: "mark" }));
  // Nobody would have a former member's view if it became private.
  const maySwitch = !view.shared || view.author.isMember;
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={28} aria-label={label} title={label}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onOpen({ what: "rename", view })}>{strings.rename}</Menu.Item>
        <Menu.Item disabled={view.query === query} onClick={() => changes.change(view.id, { query })}>
          {strings.replace}
        </Menu.Item>
        {maySwitch && (
          <Menu.Item onClick={() => changes.change(view.id, { shared: !view.shared })}>
            {view.shared ? strings.makePrivate : strings.share}
          </Menu.Item>
        )}
        <Menu.Item onClick={() => onOpen({ what: "remove", view })}>{strings.remove}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

interface DialogProps extends Pick<Props, "changes"> {
  view: SavedView;
  onClose: () => void;
}

const Refusal = ({ changes: { error } }: Pick<Props, "changes">) =>
  error === undefined ? null : (
    <div className={classes.refusal}>
      <Notice tone="error" title={strings.notSaved}>
        {error}
      </Notice>
    </div>
  );

function RenameDialog({ view, changes, onClose }: DialogProps) {
  const [name, setName] = useState(view.name);
  return (
    <Dialog title={strings.renameTitle(<VisibleText text={view.name} newlines="mark" />)} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== "") changes.change(view.id, { name }, onClose);
        }}
      >
        <TextInput
          label={strings.newName}
          description={strings.nameLength}
          maxLength={MAX_VIEW_NAME_CHARACTERS}
          value={name}
          data-autofocus
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Refusal changes={changes} />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" disabled={name.trim() === ""} loading={changes.isPending}>
            {strings.confirmRename}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}

function RemoveDialog({ view, changes, onClose }: DialogProps) {
  return (
    <Dialog title={strings.removeTitle(<VisibleText text={view.name} newlines="mark" />)} onClose={onClose}>
      <p>{view.shared ? strings.removesForEveryone : strings.removesForYou}</p>
      <Refusal changes={changes} />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button color="red" loading={changes.isPending} onClick={() => changes.remove(view.id, onClose)}>
          {strings.confirmRemove}
        </Button>
      </Group>
    </Dialog>
  );
}
