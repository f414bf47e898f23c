// A schema -> random values that match it, for `fc.sample` and `fc.property`; a pattern -> random texts that match it.
import fc from "fast-check";
import {
  type ArraySchema,
  arraysOf,
  elementSchemaOf,
  enumsOf,
  exact,
  highest,
  isImplicitlyOpen,
  type Json,
  leastOf,
  listedNames,
  longest,
  lowest,
  matches,
  memberSchemaOf,
  type NamedSchema,
  type NumberRules,
  numberRulesOf,
  numbersOf,
  type ObjectSchema,
  objectsOf,
  optionsBelow,
  otherNames,
  requiredNames,
  type SampleOptions,
  type Schema,
  shortestOf,
  smallest,
  stepOf,
  stringsOf,
  type TextRules,
  textRulesOf,
  typesOf,
  validTextsOf,
  type Way,
  waysOf,
  withDependents,
} from "waybill/description";
import { distinct, type Path } from "./json.ts";
import { sampleOf } from "./places.ts";

/**
 * Random values that match `schema`, honouring `known` as `sampleOf` does; with `all`, every optional member is there. A
 * named schema contains itself once at most. Throws a `TypeError` when no value can be made: ask `sampleOf` for
 * the reason first.
 */
export function arbitraryOf(schema: Schema, options: SampleOptions = {}): fc.Arbitrary<Json> {
  const sample = sampleOf(schema, options);
  if (!sample.ok) throw new TypeError(`${sample.reason}; ask sampleOf for a value first, and go on only with one`);
  return arbitraryAt(schema, { options, path: [], named: [] }) ?? fc.constant(sample.value);
}

interface Context {
  readonly options: SampleOptions;
  readonly path: Path;
  /** The named schemas that the place is inside of, some of them twice. */
  readonly named: readonly NamedSchema[];
}

/** `null` when there is no value, as far as was tried. */
type Made = fc.Arbitrary<Json> | null;
/** A member of an object, or none. */
type Row = [name: string, value: Json][];

/** Deeper places are only made when a value gets that far: all of them at once would be too many. */
const eagerDepth = 2;
/** Below, arrays are as short as may be and objects have only what is required. */
const deepest = 8;

function arbitraryAt(schema: Schema, context: Context): Made {
  const known = context.options.known?.({ path: context.path, schema });
  if (known !== undefined && matches(schema, known)) return fc.constant(known);
  const sample = sampleOf(schema, optionsBelow(context.options, context.path));
  if (!sample.ok) return null;
  const arbitraries = waysOf(schema).flatMap((way) => arbitraryOfWay(way, schema, context) ?? []);
  if (arbitraries.length === 0) return fc.constant(sample.value);
  // Values are made to match where that is easy; the sample replaces those that do not.
  return fc.oneof(...arbitraries).map((value) => (matches(schema, value) ? value : sample.value));
}

function inside(schema: Schema, step: string | number, outer: Context): Made {
  const context = { ...outer, path: [...outer.path, step] };
  if (outer.path.length < eagerDepth) return arbitraryAt(schema, context);
  const sample = sampleOf(schema, optionsBelow(context.options, context.path));
  if (!sample.ok) return null;
  return fc.constant(null).chain(() => arbitraryAt(schema, context) ?? fc.constant(sample.value));
}

function arbitraryOfWay({ leaves, named }: Way, schema: Schema, outer: Context): Made {
  const isTooDeep = named.some((each) => outer.named.filter((other) => other === each).length > 1);
  if (isTooDeep) return null;
  const context = { ...outer, named: [...outer.named, ...named] };
  const [listed] = enumsOf(leaves);
  if (listed !== undefined) return fc.constantFrom(...listed.values);
  const [type, ...others] = typesOf(leaves);
  if (type === undefined) return null;
  if (others.length > 0) return fc.jsonValue().map(asJson);
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "number":
      return numberArbitrary(numberRulesOf(numbersOf(leaves)));
    case "string":
      return textArbitrary(textRulesOf(stringsOf(leaves)));
    case "array":
      return arrayArbitrary(arraysOf(leaves), schema, context);
    case "object":
      return objectArbitrary(objectsOf(leaves), schema, context);
  }
}

/** As JSON text has it: without negative zero. */
function asJson(value: unknown): Json {
  const json: Json = JSON.parse(JSON.stringify(value));
  return json;
}

function numberArbitrary(rules: NumberRules): fc.Arbitrary<number> {
  const { integer, factor } = rules;
  const reach = rules.formats.includes("int32") ? 2 ** 31 - 1 : Number.MAX_SAFE_INTEGER;
  const low = lowest(rules) ?? Math.min(-reach, (highest(rules) ?? 0) - 1e6);
  const high = highest(rules) ?? Math.max(reach, low + 1e6);
  if (!integer && factor === null) {
    const [min, max] = [low, Math.max(low, high)];
    return fc.oneof(fc.double({ min, max, noNaN: true }), integersBetween(min, max)).map((value) => value + 0);
  }
  const step = stepOf(rules, low);
  return integersBetween(low / step, high / step).map((count) => exact(count * step));
}

/** Small ones are as likely as all others together. */
function integersBetween(low: number, high: number): fc.Arbitrary<number> {
  const clamped = (value: number): number =>
    Math.min(Math.max(value, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
  const [min, max] = [clamped(Math.ceil(low)), clamped(Math.floor(high))];
  if (min >= max) return fc.constant(min);
  return fc.oneof(
    fc.integer({ min: Math.max(min, Math.min(max, 0)), max: Math.min(max, Math.max(min, 0) + 100) }),
    fc.maxSafeInteger().map((value) => min + (Math.abs(value) % (max - min + 1))),
  );
}

function arrayArbitrary(arrays: readonly ArraySchema[], schema: Schema, context: Context): Made {
  const least = leastOf(arrays);
  const most = smallest(arrays.map(({ maxItems }) => maxItems)) ?? Math.max(4, least + 2);
  const prefix = Math.max(0, ...arrays.map(({ prefixItems }) => prefixItems.length));
  const first: fc.Arbitrary<Json>[] = [];
  for (let index = 0; index < Math.min(prefix, most); index += 1) {
    const element = inside(elementSchemaOf(arrays, index, schema), index, context);
    if (element === null) break;
    first.push(element);
  }
  const wanted = arrays.flatMap(({ contains }) =>
    contains === null ? [] : (inside(contains.schema, prefix, context) ?? []),
  );
  const rest = first.length < prefix ? null : inside(elementSchemaOf(arrays, prefix, schema), prefix, context);
  const elements = [...wanted, ...(rest === null ? [] : [rest])];
  const isUnique = arrays.some(({ uniqueItems }) => uniqueItems);
  const minLength = Math.max(0, least - first.length);
  const maxLength = context.path.length > deepest ? minLength : Math.max(minLength, most - first.length);
  const lists =
    elements.length === 0 ? fc.constant<Json[]>([]) : fc.array(fc.oneof(...elements), { minLength, maxLength });
  // fc.uniqueArray looks for ever for different elements of which there are not enough.
  const others = isUnique ? lists.map(distinct) : lists;
  return fc.tuple(fc.tuple(...first), others).map(([front, back]) => [...front, ...back]);
}

function objectArbitrary(objects: readonly ObjectSchema[], schema: Schema, context: Context): Made {
  const required = new Set(withDependents(objects, requiredNames(objects)));
  const isFull = context.options.all === true;
  const isDeep = context.path.length > deepest;
  const optional = isDeep ? [] : listedNames(objects).filter((name) => !required.has(name));
  const rows: fc.Arbitrary<Row>[] = [];
  for (const name of [...required, ...optional]) {
    const member = inside(memberSchemaOf(objects, name, schema), name, context);
    if (member === null && required.has(name)) return null;
    if (member === null) continue;
    const there = member.map((value): Row => [[name, value]]);
    const isCertain = required.has(name) || isFull;
    rows.push(isCertain ? there : fc.oneof(there, fc.constant<Row>([])));
  }
  if (!isDeep) rows.push(...otherRows(objects, schema, context));
  return fc.tuple(...rows).map((entries) => Object.fromEntries(entries.flat()));
}

/** Entries that no list names: many in a map, occasionally one where an object is open by default. */
function otherRows(objects: readonly ObjectSchema[], schema: Schema, context: Context): fc.Arbitrary<Row>[] {
  const names = otherNames(objects, schema, 3);
  const weight = isImplicitlyOpen(objects) ? 9 : 1;
  return names.flatMap((name) => {
    const member = inside(memberSchemaOf(objects, name, schema), name, context);
    if (member === null) return [];
    const there = member.map((value): Row => [[name, value]]);
    return fc.oneof({ weight, arbitrary: fc.constant<Row>([]) }, { weight: 1, arbitrary: there });
  });
}

/** Made after the first format or pattern that texts can be made for; the caller checks the rest. */
function textArbitrary(rules: TextRules): fc.Arbitrary<string> {
  const { min, max, formats, patterns } = rules;
  const [arbitrary] = [...formats.map(formatArbitrary), ...patterns.map(matchingTexts)].filter((each) => each !== null);
  if (arbitrary !== undefined) return arbitrary;
  const least = min ?? 0;
  const most = Math.max(least, max ?? 40);
  return fc.array(character, { minLength: least, maxLength: most }).map((characters) => characters.join(""));
}

/** One code point, so that an array of them is as long as its text: letters above all, then what programs stumble over. */
const character: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ") },
  { weight: 2, arbitrary: fc.constantFrom(..."\"'`\\/<>&;%$#{}[]|?*=+-_.,:@!~^") },
  { weight: 2, arbitrary: fc.constantFrom(..."éßøłİıΩЖ中日한") },
  // Outside the basic plane: two code units each.
  { weight: 2, arbitrary: fc.constantFrom(..."😀💩🏳👩𝔘𠮷") },
  // Combining marks, joiners and directions.
  {
    weight: 1,
    arbitrary: fc.constantFrom("\u0301", "\u0308", "\u200d", "\ufe0f", "\u200f", "\u202e", "\ufeff", "\u00a0"),
  },
  { weight: 1, arbitrary: fc.constantFrom(..."שלוםمرحبا") },
  { weight: 1, arbitrary: fc.constantFrom("\u0000", "\b", "\t", "\n", "\r", "\u001b", "\u007f", "\u2028") },
  // Any code point but the halves of surrogate pairs, which UTF-8 has no bytes for.
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 0x10ffff - 0x800 }).map(scalarOf) },
);

function scalarOf(index: number): string {
  return String.fromCodePoint(index < 0xd800 ? index : index + 0x800);
}

function formatArbitrary(format: string): fc.Arbitrary<string> | null {
  const texts = validTextsOf(format);
  if (texts.length === 0) return null;
  return fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom(...texts) },
    { weight: 3, arbitrary: ownArbitrary(format, texts) },
  );
}

function ownArbitrary(format: string, texts: readonly string[]): fc.Arbitrary<string> {
  switch (format) {
    case "email":
      return fc.tuple(emailName, host).map(([name, domain]) => `${name}@${domain}`);
    case "uuid":
      return fc.uuid();
    case "uri":
    case "uri-reference":
    case "url":
      return fc.tuple(host, urlEnd).map(([domain, end]) => `https://${domain}${end}`);
    case "hostname":
      return host;
    case "ipv4":
      return fc.ipV4();
    case "ipv6":
      return fc.ipV6();
    case "date":
      return dates.map((date) => date.toISOString().slice(0, 10));
    case "date-time":
    case "iso-date-time":
      return dates.map((date) => date.toISOString());
    case "time":
    case "iso-time":
      return dates.map((date) => date.toISOString().slice(11));
    case "byte":
      return fc.base64String();
    case "password":
    case "binary":
      return fc.array(character, { maxLength: 40 }).map((characters) => characters.join(""));
    default:
      return fc.constantFrom(...texts);
  }
}

/** Domains that are kept for examples (RFC 2606): nothing that is sent to one of them reaches anybody. */
const host: fc.Arbitrary<string> = fc
  .tuple(
    fc.stringMatching(/^([a-z][a-z0-9]{0,9}(-[a-z0-9]{1,5})?\.){0,2}$/),
    fc.constantFrom("example.com", "example.org", "example.net"),
  )
  .map(([front, end]) => `${front}${end}`);
const emailName: fc.Arbitrary<string> = fc.stringMatching(
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]{1,20}(\.[a-z0-9+_-]{1,10})?$/,
);
const urlEnd: fc.Arbitrary<string> = fc.stringMatching(
  /^(\/[A-Za-z0-9._~!$&'()*+,;=:@-]{1,8}|\/%[0-9A-F]{2}){0,4}(\?[a-z]{1,5}=[a-z0-9+]{0,9})?(#[a-z]{1,5})?$/,
);

const dates: fc.Arbitrary<Date> = fc.date({
  min: new Date("0001-01-01T00:00:00Z"),
  max: new Date("9999-12-31T23:59:59.999Z"),
  noInvalidDate: true,
});

/**
 * Texts of a pattern; `null` when it has lookaround or word boundaries, which fast-check does not make texts for, and when they
 * would be longer than any service accepts.
 */
function matchingTexts(pattern: string): fc.Arbitrary<string> | null {
  if ((shortestOf(pattern) ?? longest) >= longest) return null;
  try {
    return fc.stringMatching(new RegExp(pattern, "u"));
  } catch {
    return null;
  }
}
