/** Letters of one script, and beside them, at the same place, the Latin letter each is taken for. Merely similar ones are left out. */
const ALPHABETS: readonly (readonly [letters: string, latin: string])[] = [
  // Cyrillic
  ["асԁеһіӏјорԛѕѵԝхуүёїАВСЕНІЈКМОРЅТХУҮԜԚӀЁ", "acdehiljopqsvwxyyeiABCEHIJKMOPSTXYYWQIE"],
  // Greek
  ["αγικνορυϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹ", "ayiknopucjABEZHIKMNOPTYXC"],
  // Armenian
  ["ոսցօհզյքՕՍԼՏ", "nugohqjpOULS"],
  // Cherokee
  ["ᎪᎬᎳᎷᎢᏢᏃᏟᎠᎡᎻᏀᏂᏚᏔᏙᏴᏞᏒᏕ", "AEWMTPZCDRHGhSWVBLRS"],
  // Latin letters that are drawn like plainer ones
  ["ıɑɡɩɪᴄᴏᴠᴡᴢꜱʟɴɯ", "iagiicovwzslnw"],
];

const LATIN = new Map(
  ALPHABETS.flatMap(([letters, latin]) => [...letters].map((letter, index): [string, string] => [letter, latin.charAt(index)])),
);

/** Marks that are drawn like the separators of hosts, addresses and paths. */
const SEPARATORS = new Map(
  Object.entries({ "⁄": "/", "∕": "/", "⧸": "/", "╱": "/", "։": ":", "꞉": ":", "׃": ":", "。": ".", "․": "." }),
);

const reads = (character: string): string => {
  const plain = character.normalize("NFKC");
  return LATIN.get(character) ?? SEPARATORS.get(character) ?? LATIN.get(plain) ?? SEPARATORS.get(plain) ?? plain;
};

/** What a reader takes a text for: every character that looks like a plain one replaced by it. */
export const readAsLatin = (text: string): string => [...text.normalize("NFC")].map(reads).join("");

/** Whether a reader takes this character for a separator that it is not. */
export const isFalseSeparator = (character: string): boolean =>
  /[^\0-\x7f]/.test(character) && /^[./:@\\]$/.test(reads(character));
