// An operation -> what its description says in words: of the operation itself, of its responses, and of what rejects it.
import { type Operation, type Schema, statusText } from "waybill/description";
import { escaped } from "./description.ts";
import { partsOf, propertiesIn } from "./schema-parts.ts";

/** All of it in one text. */
export function statedOf({ words, responses, parameters }: Operation): string {
  const texts = [words.summary, words.description, ...responses.map(({ description }) => description)];
  return [...texts, ...parameters.map((one) => one.words.description)].filter((text) => text !== null).join(" ");
}

/** The descriptions of its responses with these statuses. */
export function statedRefusalOf({ responses }: Operation, statuses: readonly number[]): string {
  return responses
    .filter(({ status }) => statuses.some((code) => statusText(status) === String(code)))
    .map(({ description }) => description)
    .join(" ");
}

/** The same without those that several operations have in common: they may be about another one. */
export function unsharedRefusalOf(
  all: readonly Operation[],
  operation: Operation,
  statuses: readonly number[],
): string {
  const others = all.filter((one) => one !== operation).map((one) => statedRefusalOf(one, statuses));
  const texts = statuses.map((one) => statedRefusalOf(operation, [one]).trim());
  return texts.filter((text) => text !== "" && others.every((other) => !other.includes(text))).join(". ");
}

/** The description of a member. */
export function statedMemberOf(schema: Schema, member: string): string {
  const property = propertiesIn(schema).find(({ name }) => name === member);
  return property === undefined ? "" : textOf(property.schema);
}

/** The description of what is at a path of a value; that of a list for its elements as well. */
export function statedAt(schema: Schema, path: readonly (string | number)[]): string {
  const [step, ...rest] = path;
  if (step === undefined) return textOf(schema);
  const inner = partsOf(schema).flatMap((part): Schema[] => {
    if (part.kind === "array" && typeof step === "number") return [part.prefixItems[step] ?? part.items];
    return part.kind === "object" ? part.properties.flatMap((one) => (one.name === step ? [one.schema] : [])) : [];
  });
  const ofList = typeof step === "number" ? [textOf(schema)] : [];
  return [...ofList, ...inner.map((one) => statedAt(one, rest))].join(" ").trim();
}

/**
 * Whether a description of a text limits it to fewer values than any schema can: `one of the project's members; anyone else is 422`. What
 * it says of lengths and forms is in the schema.
 */
export function isLimited(stated: string): boolean {
  const limit =
    /\b4\d\d\b|\b(refused|rejected|not accepted)\b|\b(must|has to) (already )?(exist|be (known|registered|one of|an? (existing|member|known)))\b/i;
  return limit.test(stated) && !isOfForm(stated);
}

/** Whether a sentence is about what a schema has as well: lengths, characters, formats. */
export function isOfForm(stated: string): boolean {
  return /\b(characters?|length|digits?|letters?|longer|shorter|empty|blank|range|between|at (most|least)|minimum|maximum|calendar|format|pattern|schema)\b/i.test(
    stated,
  );
}

/** Whether a sentence may limit what it names: in any of the ways in which a rule, a condition or a comparison is worded. */
export function isLimiting(stated: string): boolean {
  return /\b(4\d\d|must|may|can|cannot|only|never|not?|none|without|unless|except|other than|together|either|both|one of|needs?|requires?|required|keeps?|has to|have to|at (?:least|most)|than|up to|exceeds?|refused|rejected|invalid|exists?|existing|known|within|between|before|after|earliest|latest|if|when|while|where|once|until|as long as)\b/i.test(
    stated,
  );
}

/** What a sentence says of a time -> whether it requires one to come; the first that is there decides. */
const ofFuture: readonly (readonly [form: RegExp, isRequired: boolean])[] = [
  [/\b(must not|cannot|may not|never|not) (be |lie )?in the past\b/, true],
  [/\b(if|when|where|that)\b.*\bnot (\w+ )?in the future\b/, true],
  [/\b(if|when|where|that)\b.*\bin the past\b|\bin the past (is|are) (4\d\d|refused|rejected)\b/, true],
  [
    /\b(if|when|where|that|may|can|not|cannot|never)\b.*\bin the future\b|\bin the future (is|are) (4\d\d|refused|rejected)\b/,
    false,
  ],
  [/\b(today|now)( \([^)]*\))? or (later|after)\b|\b(on or after|(not|no) (before|earlier than)) (today|now)\b/, true],
  [/\bin the future\b|\b(after|later than) (now|today)\b/, true],
];

/** Whether a time has to be later than the request: `in the future`, `422 if it is in the past`. */
export function isFuture(stated: string): boolean {
  const sentences = sentencesIn(stated.replace(/\s+/g, " ").toLowerCase());
  return sentences.some((one) => ofFuture.find(([form]) => form.test(one))?.[1] === true);
}

/** Whether a value is described as returned in the very form in which it was sent. */
export function isExact(stated: string): boolean {
  return /\b(exactly|verbatim|unchanged|byte for byte)\b[^.;]*\bas (it (was|is) )?(sent|received|submitted)\b/i.test(
    stated,
  );
}

const ofPast: readonly RegExp[] = [
  /\b(to|until|up to|not? (later|after)( than)?|not after|on or before|before|and) (today|now|the (current|present) (date|day|time))\b/i,
  /\b(not|never)( \w+)? in the future\b|\b(must not|cannot|may not|not) (be )?after (today|now)\b/i,
  /\b(must|has to) (be|lie) in the past\b/i,
];

/** Whether a time must not be later than the request: `from 1900-01-01 to today`, `not in the future`. */
export function isPast(stated: string): boolean {
  return !isFuture(stated) && ofPast.some((form) => form.test(stated));
}

/** Whether a time must be of the last few days: `up to 60 days in the past`, `not more than a week ago`. */
export function isRecent(stated: string): boolean {
  return /\b(up to|at most|within|more than|older than)\b[^.]*\b(days?|weeks?|months?)\b[^.]*\b(in the past|ago|old|back)\b/i.test(
    stated,
  );
}

/** The sentences about when a time is rejected: `returnedOn must be from borrowedOn to today, else 422`. */
export function statedOfTime(stated: string, name: string): string {
  const isAbout = /\b(today|now|future|past|before|after|later|earlier|older|newer)\b/i;
  const isRejected = /\b(4\d\d|must|has to|refused|rejected|cannot|may not)\b/i;
  const about = sentencesIn(stated).filter((one) => isNamedIn(one, name) && isAbout.test(one) && isRejected.test(one));
  return about.join(". ");
}

/** `leap seconds are not accepted`, which RFC 3339 allows. */
export function excludesLeapSeconds(stated: string): boolean {
  const about = sentencesIn(stated).filter((one) => /\bleap seconds?\b/i.test(one));
  return about.some((one) => /\b(not|no|never|without|refused|rejected|invalid|unsupported|4\d\d)\b/i.test(one));
}

/** Whether a body without members is described as rejected: `at least one member is required`. */
export function excludesNothing(stated: string): boolean {
  const isOfNone =
    /\b(empty|at least one|no (member|field|propert|change)\w*|without (any )?(member|field|change)s?)\b/i;
  return sentencesIn(stated).some((one) => isOfNone.test(one) && isLimiting(one));
}

/** The sentences about a request that changes nothing, and what it leaves: `a patch that changes no value leaves updatedAt unchanged`. */
export function statedOfNoChange(stated: string): string {
  const isNone =
    /\b(changes? (nothing|no \w+)|without (any )?effect|no-op|leav\w+ (everything|all|it|every \w+)(?: \w+)? (as|alone|unchanged)|(same|equal|present) values?|no (actual |real )?changes?|nothing (changes|is changed)|without (an? |any )?changes?|not change (anything|any \w+))\b/i;
  const isLeft =
    /\b(leaves?|keeps?|stays?|remains?|retains?|included|unchanged|untouched|alone|as (it|they) (is|are|was|were)|not (changed|updated|touched|set|renewed))\b/i;
  const about = sentencesIn(stated).flatMap((one) => one.split(";"));
  return about.filter((one) => isNone.test(one) && isLeft.test(one)).join(". ");
}

/** Whether a deletion is described as accepted once more: `idempotent`, `deleting it again returns 204`. */
export function isRepeatable(stated: string): boolean {
  const isAgain = /\b(again|already|repeat(s|ed|ing)?|twice|second time|deleting an? deleted)\b/i;
  const isFine = /\b(20\d|succe(ss|eds?|ssful|ssfully)|accepted|no effect|no-op)\b/i;
  const sentences = sentencesIn(stated).filter((one) => !/\b(4\d\d|not|never|rejected|refused|fails)\b/i.test(one));
  return sentences.some((one) => /\bidempotent\b/i.test(one) || (isAgain.test(one) && isFine.test(one)));
}

/** Of a text whose lines may end within a sentence. */
export function proseSentencesIn(text: string): string[] {
  return sentencesIn(text.replace(/\s*\n(?!\n)/g, " "));
}

export function sentencesIn(text: string): string[] {
  return text.split(/[.\n](?:\s|$)/);
}

/** Of a schema, with those that it refers to. */
export function textOf(schema: Schema): string {
  const inner = schema.kind === "ref" ? textOf(schema.target.schema) : "";
  const parts = schema.kind === "intersection" ? schema.members.map(textOf) : [];
  return [schema.annotations.description ?? "", inner, ...parts].join(" ").trim();
}

export function declares({ responses }: Operation, code: number): boolean {
  return responses.some(({ status }) => status.kind === "code" && status.code === code);
}

/** The order of names that a text states: `lowest first: low, normal, high`; `null`: it states none, though it may list them. */
export function sequenceIn(text: string, names: readonly string[]): readonly string[] | null {
  const between = "[`\"']?[\\s,;<>/\u2192-]+(?:(?:and|then|before|finally|to)\\s+)*[`\"']?";
  const pattern = names.map(() => `(${oneOf(names)})`).join(between);
  if (!/\b(first|last|order(ed)?|before|then|from)\b|[<\u2192]/i.test(text)) return null;
  for (const [, ...listed] of text.matchAll(new RegExp(`(?<![\\w-])${pattern}(?![\\w-])`, "gi"))) {
    const sequence = listed.flatMap((one) => names.find((name) => name.toLowerCase() === one.toLowerCase()) ?? []);
    if (new Set(sequence).size === names.length) return sequence;
  }
  return null;
}

/** What a text says of a name: from there to the next one of the others. */
export function statedBehind(text: string, name: string, others: readonly string[]): string {
  const isOneOf = (names: readonly string[]): RegExp => new RegExp(`(?<![\\w-])(?:${oneOf(names)})(?![\\w-])`);
  const [, ...parts] = text.split(isOneOf([name]));
  const rest = others.filter((one) => one !== name);
  return parts.map((part) => (rest.length === 0 ? part : (part.split(isOneOf(rest))[0] ?? ""))).join(" ");
}

function oneOf(names: readonly string[]): string {
  return names.map(escaped).join("|");
}

/** The pattern of a name in a text: `in_stock`, `in stock` and `instock`; `given name` of `givenName`, and `e-mail`. */
export function spellingsOf(name: string): string {
  const parts = name.replace(/[^A-Za-z0-9]/g, ".?").replace(/([a-z0-9])(?=[A-Z])/g, "$1.?");
  return parts.replace(/\bemail/i, "e-?mail");
}

/** Whether a text has a noun, in either number. */
export function isNamedIn(text: string, noun: string): boolean {
  return noun !== "" && new RegExp(`\\b${spellingsOf(noun)}(s|es)?\\b`, "i").test(text);
}

/** What a sentence says of something that was taken. */
export const givesBack: RegExp =
  /\b(again|gives? back|given back|puts? .*\bback|released?|releases|restored?|restores|returns? .*\bto|freed|frees)\b/i;
