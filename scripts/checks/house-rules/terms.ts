// The table of terms: phrases that the product's prose avoids, and their replacements.

export interface Term {
  /** Matched without regard to case; a space also matches a line break. */
  readonly pattern: RegExp;
  readonly instead: string;
}

/** Phrases that have one plain equivalent. A word with an ordinary use as well has a pattern narrow enough to leave that use alone. */
export const terms: readonly Term[] = [
  { pattern: /\bmend(?:s|ed|ing)?\b/, instead: "fix" },
  { pattern: /\bnobody(?:'s)?\b/, instead: "no one, or say who" },
  { pattern: /\bwhoever\b/, instead: "say who: the caller, the reader, a team" },
  { pattern: /\bwhatever\b/, instead: "any, every, or what exactly" },
  { pattern: /\b(?:held to|(?:holds?|holding) (?:it|them|him|itself|themselves) to)\b/, instead: "check against" },
  { pattern: /\b(?:what|that|which) [\w'\s]{1,30}\bstands? for\b/, instead: "means, generates, represents" },
  {
    pattern: /\blet(?:s|ting)? (?:\w+ ){0,2}(?:pass|be)\b(?! (?:through|on)\b)/,
    instead: "accept, allow, skip, leave",
  },
  { pattern: /\b(?<!Endpoint )answer(?:s|ed|ing)? (?:with|by|nothing|[1-5]\d\d)\b/, instead: "respond with, return" },
  {
    pattern:
      /\b(?:an?|each|every|the|of|in|its|no|whose|this|that) answers? (?:has|have|is not|to (?:a|the|each|every) request|bod(?:y|ies)|header)\b/,
    instead: "response",
  },
  { pattern: /\b(?:is|are|was|were|be|been) told\b/, instead: "is reported, is printed" },
  {
    pattern: /\btells? (?:\w+ ){1,4}from (?:the others?|each other|one another)\b/,
    instead: "distinguish, differ from",
  },
  { pattern: /\b(?:says?|said) so\b/, instead: "report, state, print" },
  { pattern: /\b(?:goes|go|went|gone|going) wrong\b/, instead: "fail, throw" },
  { pattern: /\bmay be left out\b/, instead: "is optional" },
  { pattern: /\b(?:does|do|need) not (?:need to )?be there\b/, instead: "is optional" },
  { pattern: /\bfor (?:each|every) (?:further )?character more\b/, instead: "backtracks exponentially, is quadratic" },
  { pattern: /\b(?:comes?|came|coming) into being\b/, instead: "is created" },
  {
    pattern:
      /\b(?:stands?|standing|stood|lies?|lying|lay) (?:in|at|on|there|here|beside|above|below|beneath|under|outside|where|between|before|after|next to)\b/,
    instead: "is, appears, is defined, is next to",
  },
  { pattern: /\banew\b/, instead: "again, from scratch" },
  { pattern: /\bexcludes? (?:each other|one another)\b/, instead: "cannot be used together, contradict each other" },
  { pattern: /\bis looked at (?:first|last)\b/, instead: "is checked" },
  { pattern: /\bkept between runs\b/, instead: "cached" },
  { pattern: /\b(?:in|with|without|to) so many words\b/, instead: "state it" },
  { pattern: /\b(?:taken|takes?|took) for (?:granted )?(?:an?|the|one|what)\b/, instead: "is treated as" },
];

/** Nouns that are invented where the field has one. */
export const identifiers: readonly Term[] = [
  {
    pattern: /(?:^|[a-z0-9_])(?:Door|Manner|Tell|Divided)(?![a-z])|^(?:door|manner|tell|divided)[A-Z]/,
    instead: "middleware, hook, adapter, handler, options, report, or the thing itself",
  },
  { pattern: /^(?:isAwkward|speaksOf)/, instead: "what exactly is checked" },
  { pattern: /[a-z]IfThere$/, instead: "IfPresent, IfExists" },
];
