import type { ContentRight } from "@countersign/protocol";
import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";
import { count } from "./count.ts";

export const strings = catalogue("adminContent", {
  page: {
    title: "Content types",
    says: (link: (text: string) => ReactNode) => (
      <>Types of elements in {link("the content")}, and the rights of people and agents in its folders.</>
    ),
    exportAll: "Export all content",
    addClass: "Add object class…",
    types: "Types",
    typesToRead: "The types",
    rightsToRead: "The rights",
  },
  type: {
    elements: (elements: number) => count(elements, "element", "elements"),
    fieldsOf: (type: string) => `Fields of ${type}`,
    changeFields: "Edit fields…",
    byLanguage: "by language",
    required: "required",
  },
  typeDialog: {
    closeLabel: "Close without saving",
    newClass: "New object class",
    name: "Name",
    nameRules: "A letter, then letters, digits and _. Cannot be changed later.",
    title: "Title",
    languages: "Languages",
    languagesSays: "Languages of the localised fields, such as en, de-CH",
    fields: "Fields",
    fieldsSays: "A list of {name, kind, title, …}. Existing values stay as they are and are validated at their next change.",
    /** Title of the first field of a new class. */
    sampleTitle: "Title",
    notAList: "This is not a JSON list.",
    /** Where an error is about no single field. */
    wholeList: "the list",
    failed: "Not saved",
  },
  rights: {
    title: "Rights in folders",
    add: "Add a right",
    says: "By default, people have the rights of their role and agents those of their groups. A right set on a folder applies to everything below it unless a nearer folder overrides it. These rights never let an agent write without approval.",
    empty: "No folder rights yet.",
    failed: "The rights were not saved",
    drop: "Discard changes",
    save: "Save rights",
    goOn: "Grant more rights on content?",
  },
  right: {
    place: (place: number) => `Right ${place}`,
    take: (place: number) => `Remove right ${place}`,
    folder: "Folder",
    kind: "Kind",
    everything: "Everything",
    who: "Who",
    allPeople: "All people",
    allAgents: "All agents",
    agent: (name: string) => `agent ${name}`,
    gone: (id: string) => `${id} (deleted)`,
    may: "May",
    rights: {
      view: "see",
      edit: "change",
      create: "create",
      publish: "publish",
    } satisfies Record<ContentRight, string>,
  },
});
