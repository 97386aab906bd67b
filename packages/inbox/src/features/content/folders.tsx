import type { ElementPage } from "@countersign/protocol";
import { IconFolder } from "@tabler/icons-react";
import { strings } from "../../strings/content.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { foldersOf } from "./read-element.ts";
import classes from "./content-page.module.css";

interface Props {
  folder: string;
  folders: ElementPage["folders"];
  onFolder: (path: string) => void;
}

/** The current folder, the folders above it, and those directly below. */
export function Folders({ folder, folders, onFolder }: Props) {
  const above = foldersOf(folder);
  return (
    <nav className={classes.folders} aria-label={strings.filters.folders}>
      <ol className={classes.crumbs}>
        {above.map(({ name, path }) => (
          <li key={path}>
            <button type="button" aria-current={path === folder ? "true" : undefined} onClick={() => onFolder(path)}>
              <VisibleText text={name} newlines="mark" />
            </button>
          </li>
        ))}
      </ol>
      {folders.length > 0 && (
        <ul className={classes.below}>
          {folders.map(({ path, elements }) => (
            <li key={path}>
              <button type="button" onClick={() => onFolder(path)}>
                <IconFolder size={14} aria-hidden />
                <VisibleText text={path.slice(path.lastIndexOf("/") + 1)} newlines="mark" />
                <small title={strings.elements(elements)}>{elements}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
    </nav>
  );
}
