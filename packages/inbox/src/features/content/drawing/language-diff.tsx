import { strings } from "../../../strings/drawing.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import type { NestedProps } from "./change-props.ts";
import type { LanguageChange } from "./content-changes.ts";
import { changeWords } from "../../../ui/change-words.ts";
import { Folded } from "./folded.tsx";
import { ValueView } from "./value-view.tsx";
import classes from "./content.module.css";

interface Props extends NestedProps {
  languages: readonly LanguageChange[];
}

/** A localised field: each changed language separately, the unchanged ones folded into one line. */
export function LanguageDiff({ languages, field, references, layout, label, Change }: Props) {
  const one = { ...field, localized: false };
  const different = languages.filter(({ kind }) => kind !== "same");
  const same = languages.filter(({ kind }) => kind === "same");
  return (
    <div className={classes.languages}>
      {different.map(({ language, kind, before, after }) => (
        <div key={language} className={classes.language} role="group" aria-label={`${language}: ${changeWords(kind)}`}>
          <p className={classes.languageName}>
            <VisibleText text={language} newlines="mark" /> {kind !== "changed" && <small>{changeWords(kind)}</small>}
          </p>
          <Change field={one} label={`${label}, ${language}`} {...{ before, after, references, layout }} />
        </div>
      ))}
      {same.length > 0 && (
        <Folded what={strings.folded.unchangedLanguages(same.length)} value={same.map(({ after }) => after ?? null)}>
          {same.map(({ language, after }) => (
            <div key={language} className={classes.language}>
              <p className={classes.languageName}>
                <VisibleText text={language} newlines="mark" />
              </p>
              <ValueView field={one} value={after} references={references} />
            </div>
          ))}
        </Folded>
      )}
    </div>
  );
}
