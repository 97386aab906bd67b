import { catalogue } from "./catalogue.ts";

export const strings = catalogue("ui", {
  cancel: "Cancel",
  close: "Close",
  save: "Save",
  remove: "Remove",
  showMore: "Show more",
  yes: "Yes",
  no: "No",
});
