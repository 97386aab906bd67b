import type { ContentRight } from "@countersign/protocol";
import type { ReactNode } from "react";
import { catalogue } from "./catalogue.ts";
import { count } from "./count.ts";

export const strings = catalogue("adminContent", {
  page: {
    title: "Content types",
    says: (link: (text: string) => ReactNode) => (
      <>The types of {link("content")} elements, and what people and agents are allowed to do in content folders.</>
    ),
    exportAll: "Export all content",
    addClass: "Add object class…",
    types: "Types",
    typesToRead: "Content types",
    rightsToRead: "Folder permissions",
  },
  type: {
    elements: (elements: number) => count(elements, "element", "elements"),
    fieldsOf: (type: string) => `Fields of ${type}`,
    changeFields: "Edit fields…",
    byLanguage: "localised",
    required: "required",
  },
  typeDialog: {
    closeLabel: "Close without saving",
    newClass: "New object class",
    name: "Name",
    nameRules: "Starts with a letter, followed by letters, digits or _. Cannot be changed later.",
    title: "Title",
    languages: "Languages",
    languagesSays: "Language codes for localised fields, such as en or de-CH",
    fields: "Fields",
    fieldsSays:
      "A JSON list of {name, kind, title, …}. Existing values are kept and are validated the next time they are changed.",
    /** Title of the first field of a new class. */
    sampleTitle: "Title",
    notAList: "This is not a JSON list.",
    /** Where an error is about no single field. */
    wholeList: "the list",
    failed: "Not saved",
  },
  rights: {
    title: "Folder permissions",
    add: "Add permission",
    says: "By default, people have the permissions of their role, and agents those of their groups. A permission set on a folder applies to everything in it, unless a subfolder overrides it. These permissions never let an agent write without approval.",
    empty: "No folder permissions yet.",
    failed: "The permissions were not saved",
    drop: "Discard changes",
    save: "Save permissions",
    goOn: "Grant more permissions for content?",
  },
  right: {
    place: (place: number) => `Permission ${place}`,
    take: (place: number) => `Remove permission ${place}`,
    folder: "Folder",
    kind: "Kind",
    everything: "Everything",
    who: "Who",
    allPeople: "All people",
    allAgents: "All agents",
    agent: (name: string) => `Agent ${name}`,
    gone: (id: string) => `${id} (deleted)`,
    may: "Access",
    rights: {
      view: "view",
      edit: "edit",
      create: "create",
      publish: "publish",
    } satisfies Record<ContentRight, string>,
  },
});
