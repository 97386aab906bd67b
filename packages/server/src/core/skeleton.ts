/** Letters of other scripts that look like Latin ones: lower case, in NFKC, without marks. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: "аαɑ",
  b: "ьƅβвʙ",
  c: "сϲⅽ",
  d: "ԁɗ",
  e: "еєεҽ℮ә",
  f: "ғϝ",
  g: "ɡցԍ",
  h: "һհнʜ",
  i: "іιıɩӏ",
  j: "јϳյ",
  k: "кκҝ",
  m: "мⅿʍ",
  n: "пηոռ",
  o: "оοօσʘ",
  p: "рρթ",
  q: "ԛզ",
  r: "гʀᴦ",
  s: "ѕꜱ",
  t: "тτƭ",
  u: "υսʋцս",
  v: "νѵⅴ",
  w: "ѡաωԝ",
  x: "хχҳ",
  y: "уүγʏყ",
  z: "ᴢʐ",
};
const LATIN = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([letter, like]) => [...like].map((one) => [one, letter.toLowerCase()])),
);
const SEQUENCES: readonly (readonly [RegExp, string])[] = [
  [/[1l|!]/g, "i"],
  [/0/g, "o"],
  [/[5$]/g, "s"],
  [/rn/g, "m"],
  [/vv/g, "w"],
];
const UNSEEN = /[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Folds a text: removes case, compatibility forms, marks and invisible characters. */
export const foldText = (text: string): string =>
  text.replace(UNSEEN, "").normalize("NFKC").toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").normalize("NFC");

/** Replaces every look-alike letter with its Latin one. */
export const toLatin = (folded: string): string => folded.replace(/./gsu, (letter) => LATIN.get(letter) ?? letter);

/** The skeleton of a person's or agent's name: two names with the same skeleton look alike to a quick reader. */
export const skeletonOf = (name: string): string =>
  SEQUENCES.reduce(
    (text, [pattern, replacement]) => text.replace(pattern, replacement),
    toLatin(foldText(name)).replace(/[^\p{L}\p{N}|!$]/gu, ""),
  );
