import MiniSearch from "minisearch";

const MAX_HITS = 12;
const EXCERPT_LENGTH = 160;

const form = document.querySelector("#guide-search");
const input = form.querySelector("input");
const results = form.querySelector("#guide-results");
const count = form.querySelector("#guide-count");
const hits = form.querySelector("#guide-hits");
/** The index is loaded when the search is first used. */
let loading;

form.hidden = false;
input.addEventListener("focus", () => void load());
input.addEventListener("input", () => void show());
form.addEventListener("submit", (event) => {
  event.preventDefault();
  void show().then(() => hits.querySelector("a")?.click());
});
form.addEventListener("keydown", (event) => {
  if (event.key === "Escape") return close();
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const stops = [input, ...hits.querySelectorAll("a")];
  const next = stops[stops.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1)];
  event.preventDefault();
  next?.focus();
});
form.addEventListener("focusout", ({ relatedTarget }) => {
  if (!form.contains(relatedTarget)) results.hidden = true;
});
input.addEventListener("focus", () => {
  results.hidden = input.value.trim() === "";
});
hits.addEventListener("click", () => {
  // A result on the same page loads nothing, so the list would stay open.
  results.hidden = true;
});
document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== "k") return;
  event.preventDefault();
  input.focus();
});

if (matchMedia("(prefers-reduced-motion: reduce)").matches)
  for (const moving of document.querySelectorAll("details.moving")) moving.open = false;

function close() {
  results.hidden = true;
  input.focus();
}

function load() {
  loading ??= fetch(form.dataset.index).then(async (response) => {
    if (!response.ok) throw new Error(`The search index could not be loaded (${response.status}).`);
    const index = new MiniSearch({
      idField: "url",
      fields: ["title", "page", "text"],
      storeFields: ["title", "page", "text"],
      searchOptions: {
        boost: { title: 4, page: 3 },
        // How to do something is looked for more often than why it was decided so.
        boostDocument: (url) => (url.includes("/decisions/") ? 0.3 : 1),
        prefix: (word) => word.length > 2,
        fuzzy: (word) => (word.length > 5 ? 0.2 : false),
      },
    });
    index.addAll(await response.json());
    return index;
  });
  // The next attempt loads it again.
  loading.catch(() => (loading = undefined));
  return loading;
}

async function show() {
  const words = input.value.trim();
  if (words === "") {
    results.hidden = true;
    return;
  }
  try {
    const index = await load();
    // Somebody typed on while the index was loaded.
    if (input.value.trim() !== words) return;
    const all = index.search(words, { combineWith: "AND" });
    const found = all.length > 0 ? all : index.search(words);
    hits.replaceChildren(...found.slice(0, MAX_HITS).map(describe));
    count.textContent = tell(found.length);
  } catch {
    hits.replaceChildren();
    count.textContent = "The search index could not be loaded. Reload the page to try again.";
  }
  results.hidden = false;
}

function tell(number) {
  if (number === 0) return "No results";
  if (number === 1) return "1 result";
  return number > MAX_HITS ? `${number} results, the first ${MAX_HITS} are listed` : `${number} results`;
}

function describe({ id, title, page, text, terms }) {
  const link = document.createElement("a");
  link.href = id;
  link.append(
    element("strong", title || page),
    ...(title ? [element("small", page)] : []),
    element("span", ...mark(excerpt(text, terms), terms)),
  );
  return element("li", link);
}

function element(name, ...content) {
  const created = document.createElement(name);
  created.append(...content);
  return created;
}

/** The part of the text around the first word found, cut at spaces. */
function excerpt(text, terms) {
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0);
  const first = places.length > 0 ? Math.min(...places) : 0;
  const start = first < EXCERPT_LENGTH / 2 ? 0 : text.lastIndexOf(" ", first - EXCERPT_LENGTH / 4) + 1;
  const cut = text.indexOf(" ", start + EXCERPT_LENGTH);
  return `${start > 0 ? "… " : ""}${text.slice(start, cut < 0 ? undefined : cut)}${cut < 0 ? "" : " …"}`;
}

/** Divides a text into plain parts and `mark` elements for the words found. */
function mark(text, terms) {
  const words = terms.map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (words.length === 0) return [text];
  return text.split(new RegExp(`(${words.join("|")})`, "gi")).map((part, n) => (n % 2 === 1 ? element("mark", part) : part));
}
