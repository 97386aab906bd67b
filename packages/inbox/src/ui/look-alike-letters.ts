/** Letters of one script, and at the same index the Latin letter each is mistaken for. Merely similar letters are omitted. */
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

/** Returns the text as a reader takes it: every character that looks like a plain one is replaced by it. */
export const readAsLatin = (text: string): string => [...text.normalize("NFC")].map(reads).join("");

/** Whether a reader takes this character for a separator, although it is a different character. */
export const isFalseSeparator = (character: string): boolean =>
  /[^\0-\x7f]/.test(character) && /^[./:@\\]$/.test(reads(character));
