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

/** Words that say in what state a thing is, or what it is like, where the name of the thing is missing. */
export const vague: ReadonlySet<string> = new Set(
  "aftermath asked crowd found given kept left made manner own rest room rooms shown told turnstile whole words".split(
    " ",
  ),
);

/** Verbs of titles, in their base form, or as they are where they are irregular. Words that are mostly nouns are missing. */
export const verbs: ReadonlySet<string> = new Set(
  `
am are be been cannot can could did do does had has have is may must need should was were will would
abort accept acknowledge add advise agree aim allow appear append apply arrive ask assert assign attempt await backtrack be become becomes
beat begin began begun behave belong bound break bring brought build built bundle bump buy call came cancel carry catch caught chose choose
claim clash close collect come commit compare compile complete confirm conform connect consume contain continue convert cost count cover create
decide declare decode decrement default delay delete deliver deny depend derive describe detect die differ discard disconnect display distinguish
divide do draw drop edit emit enable encode end enforce enter escape evaluate exceed exclude excuse exist exit expand expect expire explain export
expose express extend fail fall fell fetch fill find finish fit flag fix flush follow forget forgets forbid forgot gave generate get gets give given
go goes gone got gives grow grew guard handle hang happen hear hide hides hidden hold holds held identify ignore import include increase infer inherit
inject insert install interpret interrupt judge join keep keeps kept kill know knows lack land lead leads leave leaves left led let lets lie list listen
live load lose loses lost made make makes map mark match matter mean means meet mention merge miss modify move multiply narrow never normalise notice
notify obey occur offer omit open outlive overlap overwrite own parse pass pause pay pick place point poll predict prefer prepend preserve prevent print
produce prove proves provide publish put puts quote raise ran reach read reads receive recognise reconnect record recover redirect redeem refer refresh
refuse register reject release rely remain remember remove rename render renew repeat replace reply report represent require reserve reset resolve
respond restart restore resume retain retry return reuse reveal revoke rewrite rotate round run runs said sample sampled satisfy save say says scroll search see
sees seem select send sends sent separate serve settle share shift ship show shown shows shrink sign skip sort speak speaks spell spend spent split
stand start stay stays stop store strip submit subscribe substitute succeed suggest suffice support survive swap switch take takes taken talk tell tells
tests tear think throw throws tidies tidy tolerate took travel treat tried trickle try turn understand update updates upgrade use validate vary verify
visit wait walk want warn waste watch weigh win wins withstand work works wrap write writes written wrote yield
`.split(/\s+/),
);

/** Verbs only before a determiner: "names the field", but not "the names of fields". */
export const nounsOrVerbs: ReadonlySet<string> = new Set(
  "answer cause change copy form group guarantee limit link name order request result state test time type".split(" "),
);

/** Plurals that are nouns at the beginning of a title, although they look like predicates. */
export const nouns: ReadonlySet<string> = new Set(
  "attempts calls copies edits ends fills flags imports lists places points records reports samples turns uses waits works".split(
    " ",
  ),
);
