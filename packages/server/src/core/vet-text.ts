import type { Finding } from "@countersign/protocol";
import { asksForContext } from "./asks-for-context.ts";

interface Rule {
  severity: Finding["severity"];
  pattern: RegExp;
  message: string;
}

const rule = (severity: Rule["severity"], pattern: RegExp, message: string): Rule => ({ severity, pattern, message });

/**
 * Texts that instruct the model instead of describing the tool. Every gap in a pattern is bounded, so that matching time is
 * linear in the text. Passing these rules does not prove that a text is harmless.
 */
const RULES: readonly Rule[] = [
  rule(
    "danger",
    /\b(ignore|disregard|forget|override|bypass)\b.{0,40}\b(previous|prior|above|earlier|all|any|other|system|your|these|those)\b.{0,30}\b(instruction|prompt|rule|message|direction|guideline|polic(y|ies))s?\b/,
    "The text tells the model to ignore its instructions.",
  ),
  rule(
    "danger",
    /\b(do not|don't|don’t|never|without|must not|should not|avoid)\b.{0,30}\b(tell|inform|mention|notify|alert|ask|warn|show|reveal|disclose)(s|ing|ying)?\b.{0,40}\b(user|human|person|people|anyone|anybody|operator|reviewer)\b/,
    "The text tells the model to hide something from the user.",
  ),
  rule(
    "danger",
    /\b(user|human|person|operator|reviewer)\b.{0,20}\b(must|should|may|can|need)( not|n't|n’t|not)\b.{0,20}\b(see|know|notice|be (told|informed|asked|aware))\b/,
    "The text tells the model to hide something from the user.",
  ),
  rule(
    "danger",
    /\b(before|after|whenever|when|prior to)\b.{0,20}\b(using|use|calling|call|invoking|invoke|running|run)\b.{0,20}\b(any|every|all|each|another|other)\b.{0,20}\b(tool|function|server)s?\b/,
    "The text tells the model how to use tools of other servers.",
  ),
  rule(
    "danger",
    /\b(instead of|rather than|in place of)\b.{0,20}\b(any|every|all|each|another|other)\b.{0,20}\b(tool|function|server)s?\b/,
    "The text tells the model not to use tools of other servers.",
  ),
  rule(
    "danger",
    /\bthis (tool|function|server)\b.{0,20}\b(overrides|replaces|supersedes|takes precedence)\b/,
    "The text claims to replace tools of other servers.",
  ),
  rule(
    "danger",
    /<\/?\s{0,5}(important|system|secret|instructions?|hidden|admin|assistant)\b[^>]{0,100}>/,
    "The text contains a tag that looks like a system instruction.",
  ),
  rule("danger", /<!--/, "The text contains a hidden HTML comment."),
  rule(
    "danger",
    /\b(read|send|include|append|attach|copy|provide|pass|load|open|cat)\b.{0,60}(~\/\.|\bid_rsa\b|\bid_ed25519\b|\.ssh\b|\.aws\/|\.env\b|\/etc\/(passwd|shadow)\b|\bmcp\.json\b|\bprivate keys?\b|\bsystem prompt\b)/,
    "The text asks for a file or prompt that contains secrets.",
  ),
  rule("danger", /[ \t\u00a0\u3000]{200}|(\n[ \t]*){40}/, "The text hides content behind a long run of white space."),
  rule(
    "warning",
    /\b(always|must|first)\b.{0,30}\b(call|use|invoke|run)\b.{0,20}\bthis (tool|function)\b|\b(call|use|invoke|run) this (tool|function) first\b/,
    "The text tells the model when it must call this tool.",
  ),
  rule(
    "warning",
    /\b(api[ _-]?keys?|access tokens?|passwords?|credentials?|conversation history|chat history)\b/,
    "The text mentions secrets or the conversation.",
  ),
  rule("warning", /!\[[^\]]{0,200}\]\(https?:/, "The text contains an image that would be loaded from the network."),
  rule("warning", /[A-Za-z0-9+/]{200}/, "The text contains a long run of encoded data."),
];

/** Invisible: controls, formats, tags, private and unassigned characters, fillers. Line ends and tabs are text. */
const UNSEEN = /(?![\n\r\t])[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Joiners and variation selectors that are part of emoji. */
const OF_EMOJI =
  /(?<=\p{Extended_Pictographic}\ufe0f?|\p{Emoji_Modifier})\u200d(?=\p{Extended_Pictographic})|(?<=\p{Emoji})\ufe0f/gu;
const WORD = /[\p{L}\p{M}]{2,}/gu;
const LATIN = /\p{Script=Latin}/u;
const LIKE_LATIN = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;
const mixesScripts = (text: string): boolean =>
  (text.match(WORD) ?? []).some((word) => LATIN.test(word) && LIKE_LATIN.test(word));
const MAX_LENGTH = 10_000;

/** Scans one text of a definition. `otherTools` are names of tools from other sources. */
export function scanText(text: string, about: { isName: boolean; otherTools: readonly string[] }): Finding[] {
  const findings: Finding[] = [];
  const add = (severity: Finding["severity"], message: string): void => {
    if (!findings.some((one) => one.message === message)) findings.push({ severity, message });
  };
  const unseen = text.replace(OF_EMOJI, "").match(UNSEEN);
  if (unseen) add("danger", `The text contains invisible characters: ${nameCharacters(unseen)}.`);
  if (text.length > MAX_LENGTH) add("warning", `The text is ${text.length} characters long.`);
  if (mixesScripts(text)) {
    add(about.isName ? "danger" : "warning", "A word mixes similar letters of different scripts.");
  }
  for (const says of asksForContext(about.isName ? text.replace(/[_-]+/g, " ") : text)) add("danger", says);
  const seen = text.replace(UNSEEN, "").normalize("NFKC").toLowerCase();
  const plain = seen.replace(/\s+/g, " ");
  for (const { severity, pattern, message } of RULES) {
    if (pattern.test(plain) || pattern.test(seen) || (severity === "warning" && pattern.test(text))) add(severity, message);
  }
  if (!about.isName) {
    const other = about.otherTools.find((name) => namesTool(plain, name));
    if (other !== undefined) {
      add(IMPERATIVE.test(plain) ? "danger" : "warning", `The text mentions ${other}, a tool of another server.`);
    }
  }
  return findings;
}

const IMPERATIVE = /\b(must|always|before|after|instead|also|first|make sure|set|add|include|append|bcc|forward|call|use)\b/;

/** Ignores names that are also plain words. */
const namesTool = (text: string, name: string): boolean => {
  if (!/[_.-]/.test(name) || name.length < 6) return false;
  const at = text.indexOf(name.toLowerCase());
  return at >= 0 && !/[a-z0-9_]/.test(text[at - 1] ?? " ") && !/[a-z0-9_]/.test(text[at + name.length] ?? " ");
};

const nameCharacters = (characters: readonly string[]): string => {
  const codes = [...new Set(characters)].map((one) => `U+${one.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`);
  return codes.slice(0, 5).join(", ") + (codes.length > 5 ? " and more" : "");
};
