import type { ContentElement, ContentField, ElementKind, Json, JsonObject } from "@countersign/protocol";
import { NativeSelect, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState, type ReactNode } from "react";
import { contentTypesQuery, elementQuery, foundElementsQuery } from "../../../api/content-queries.ts";
import type { ApiError } from "../../../api/request.ts";
import { strings } from "../../../strings/drawing.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { ElementPicker } from "../editor/element-picker.tsx";
import classes from "./content.module.css";

/** Field of a template that names the element over which its output is shown first. */
const NAMED = "sampleElement";

/** Whether templates with these fields are rendered over elements of this store; those of other systems are not. */
export const canChooseElement = (fields: readonly ContentField[]): boolean => fields.some(({ name }) => name === NAMED);

export function sampleElementOf(value: JsonObject | undefined): string | null {
  const named: Json | undefined = value?.[NAMED];
  return typeof named === "string" ? named : null;
}

interface Props {
  /** Id of the element that is shown first; null: the sample data is. */
  named: string | null;
  isProposal: boolean;
  /** Draws the output; `query` is what the address of a page needs for the chosen element. */
  children: (query: string) => ReactNode;
}

/** Output of a template over an element that the reader chooses. The choice is not part of what is approved. */
export function TemplateOutput({ named, isProposal, children }: Props) {
  const words = strings.output;
  const { types, of, element, problem, isSample, choose } = useShownElement(named);
  const references = useMemo(() => new Map(element ? [[element.id, element]] : []), [element]);
  return (
    <div className={classes.output}>
      <div className={classes.outputChoice}>
        <NativeSelect
          label={words.renderedOver}
          value={of ? keyOf(of) : ""}
          data={[
            { value: "", label: words.sampleData },
            ...types.map((type) => ({ value: keyOf({ kind: type.kind, type: type.name }), label: type.title })),
          ]}
          onChange={({ currentTarget: { value } }) => {
            const type = types.find(({ kind, name }) => keyOf({ kind, type: name }) === value);
            choose(type ? { kind: type.kind, type: type.name, id: null } : null);
          }}
        />
        {of && (
          <ElementPicker
            key={keyOf(of)}
            label={words.element}
            chosen={element ? [element.id] : []}
            isMany={false}
            to={[of]}
            references={references}
            onChange={([id]) => choose(id === undefined ? null : { ...of, id })}
            onReference={() => undefined}
          />
        )}
      </div>
      {problem !== null && <Notice tone="caution">{problem}</Notice>}
      {(isSample || element) && (
        <>
          <p className={classes.dim}>
            {element ? words.currentFields(element.revision) : isProposal ? words.eachSampleData : words.itsSampleData}{" "}
            {isProposal && words.onlyLooked}
          </p>
          {children(element ? `?${new URLSearchParams({ element: element.id, version: element.version })}` : "")}
        </>
      )}
      {!isSample && !element && problem === null && <Skeleton height={160} role="status" aria-label={words.reading} />}
    </div>
  );
}

interface ElementOf {
  kind: ElementKind;
  type: string;
}
/** `id` null: the first element of the type. */
type Choice = ElementOf & { id: string | null };

const keyOf = ({ kind, type }: ElementOf): string => `${kind} ${type}`;

/** The element that is shown: the chosen one, the first of the chosen type, or at first the one that the template names. */
function useShownElement(named: string | null) {
  /** Undefined until somebody chooses; null: the sample data. */
  const [chosen, choose] = useState<Choice | null>();
  const types = useQuery(contentTypesQuery);
  const first = useQuery({
    ...foundElementsQuery({ kind: chosen?.kind ?? "object", ...(chosen && { type: chosen.type }) }),
    enabled: chosen?.id === null,
  });
  const found = first.isPlaceholderData ? undefined : first.data;
  const id = chosen === undefined ? named : ((chosen && chosen.id) ?? (chosen && found?.[0]?.id) ?? null);
  const read = useQuery({ ...elementQuery(id ?? ""), enabled: id !== null });
  const element: ContentElement | undefined = id === null ? undefined : read.data;
  const error: ApiError | null = (id !== null && !element && read.error) || (chosen?.id === null && first.error) || null;
  const isNamed = chosen === undefined && named !== null;
  const isNone = chosen?.id === null && found?.length === 0;
  const words = strings.output;
  return {
    types: (types.data ?? []).filter(({ kind, elements }) => kind !== "template" && elements > 0),
    of: chosen ?? (isNamed && element ? { kind: element.kind, type: element.type } : null),
    element,
    problem: error ? (isNamed ? words.namedNotRead : words.notRead)(error.message) : isNone ? words.noElement : null,
    isSample: chosen === null || (chosen === undefined && named === null) || (isNamed && error !== null),
    choose,
  };
}
