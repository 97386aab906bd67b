import type { ContentRight } from "@countersign/protocol";
import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";
import { count } from "./count.ts";

export const strings = catalogue("adminContent", {
  page: {
    title: "Content types",
    says: (link: (text: string) => ReactNode) => (
      <>The types of what is in {link("the content")}, and who may do what in which folder, person or agent.</>
    ),
    exportAll: "Export all content",
    addClass: "Add a class of objects…",
    types: "Types",
    typesToRead: "The types",
    rightsToRead: "The rights",
  },
  type: {
    elements: (elements: number) => count(elements, "element", "elements"),
    fieldsOf: (type: string) => `Fields of ${type}`,
    changeFields: "Change its fields…",
    byLanguage: "by language",
    required: "required",
  },
  typeDialog: {
    closeLabel: "Close without saving",
    newClass: "A new class of objects",
    name: "Name",
    nameRules: "A letter, then letters, digits and _; it stays as it is",
    title: "Title",
    languages: "Languages",
    languagesSays: "Of its localised fields, such as en, de-CH",
    fields: "Fields",
    fieldsSays:
      "A list of {name, kind, title, …}. Values that are there stay as they are; they are validated with the next change.",
    /** Title of the first field of a new class. */
    sampleTitle: "Title",
    notAList: "This is not a list in JSON.",
    /** Where an error is about no single field. */
    wholeList: "the list",
    failed: "It was not saved",
  },
  rights: {
    title: "Rights in folders",
    add: "Add a right",
    says: "Where nothing is said, people may what their role lets them and agents what their groups hold. Where something is said of a folder, it holds for all below it until a nearer folder says otherwise. An agent never writes without an approval because of what stands here.",
    empty: "Nothing is said of any folder yet.",
    failed: "The rights were not saved",
    drop: "Drop the changes",
    save: "Save the rights",
    goOn: "More rights on content: go on?",
  },
  right: {
    place: (place: number) => `Right ${place}`,
    take: (place: number) => `Take right ${place} out`,
    folder: "Folder",
    kind: "Of kind",
    everything: "Everything",
    who: "Who",
    allPeople: "All people",
    allAgents: "All agents",
    agent: (name: string) => `agent ${name}`,
    gone: (id: string) => `${id} (gone)`,
    may: "May",
    rights: {
      view: "see",
      edit: "change",
      create: "make",
      publish: "publish",
    } satisfies Record<ContentRight, string>,
  },
});
