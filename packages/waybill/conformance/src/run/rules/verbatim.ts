// `x-waybill-verbatim` of texts in a request -> texts that services like to tidy up, which have to come back byte for byte.
import { type Json, matches, type Operation, type Schema } from "waybill/description";
import { placeOf } from "../../description/description.ts";
import { resolved } from "../../description/schema-parts.ts";
import { asObject, withValueAt } from "../../values/json.ts";
import { type Place, placesIn } from "../../values/places.ts";
import { folded } from "../comparison.ts";
import { type CallResult, type Cases, type Context, caseOf, isAccepted } from "../context.ts";
import { readByLinks } from "../engines/read-back.ts";
import { isMade, List, listingsIn } from "../engines/read-twice.ts";
import { bodyTypeOf, callAnew, inputsFor, isUrlName } from "../inputs.ts";
import { itemsOf } from "../records.ts";
import { withBody } from "../variation.ts";
import { isVerbatim } from "./entries.ts";

export function* verbatimTexts(context: Context): Cases {
  for (const { operation } of context.accepted) {
    if (operation.method !== "post") continue;
    for (const [index, name] of Object.keys(texts).entries()) {
      if (placesFor(context, operation) === null) continue;
      const run = (): Promise<void> => sendAndRead(context, operation, name);
      const elsewhere = index < first ? "or now" : "or last";
      yield caseOf("links", operation, `links/verbatim/${name}`, run, { elsewhere });
    }
  }
}

/** So many kinds come before all that waits where there is no other address. */
const first = 8;

/** `mark` makes each text of a body another one, so that it is found wherever it is returned. */
const texts: Readonly<Record<string, (mark: string) => readonly string[]>> = {
  padded: (mark) => [`  Ab  ${mark}Cd `, ` ${mark} `],
  cased: (mark) => [`de la ${mark}McX`, `${mark}x`],
  // Beyond the first 65,536 characters: two units in JavaScript, four bytes in UTF-8.
  astral: (mark) => [`Ab\u{1f600} ${mark}cd`, `${mark}\u{1f600}`],
  decomposed: (mark) => [`e\u0301n\u0303 ${mark}`, `e\u0301${mark}`],
  zeros: (mark) => [`00${mark.charCodeAt(0)}`, `00${mark.charCodeAt(0)}`],
  short: (mark) => [`q${mark.toUpperCase()}`],
  // As long as the schema allows, so that what is cut off shows.
  long: (mark) =>
    lengths.map((length) =>
      `${mark}${"Lorem ipsum 0123456789 ".repeat(9)}`
        .slice(0, length - 1)
        .trim()
        .padEnd(length, "z"),
    ),
  marked: (mark) => [`O'${mark} & <b>"#1"</b>`, `&${mark}`],
  composed: (mark) => [`\u00c5ngstr\u00f6m \ufb01 ${mark}\u00b2`, `\u00e9${mark}`],
  upper: (mark) => [`STRASSE ${mark.toUpperCase()} \u0130I`, `Q${mark.toUpperCase()}`],
  lower: (mark) => [`stra\u00dfe ${mark} \u0131i`, `q${mark}`],
  entities: (mark) => [`A &amp; ${mark} &lt;b&gt; %20 %2F`, `&amp;${mark}`],
  escaped: (mark) => [`C:\\${mark}\\n \\u0041 {{x}} \${y} %s`, `\\${mark}`],
  inner: (mark) => [`${mark}  two   three`, `${mark}--..${mark}`],
  lines: (mark) => [`${mark}\tone\ntwo`, `${mark}\u00a0x`],
  joined: (mark) => [
    `${mark}\u{1f468}\u200d\u{1f469}\u200d\u{1f467} \u0634\u0631\u06a9\u062a \u200f!`,
    `${mark}\u200dx`,
  ],
  formula: (mark) => [`=1+1${mark}`, `+${mark}`],
  words: () => ["null", "true"],
  number: (mark) => [`1e${mark.charCodeAt(0)}`, `1e${mark.charCodeAt(0) % 10}`],
  // All alike: what others differ in is the same here.
  alike: () => ["Same", "Same@Example.com"],
};

const lengths = [200, 100, 64, 50, 40, 30, 20, 12] as const;

interface Sent {
  readonly text: string;
  readonly name: string;
  readonly where: string;
}

interface Places {
  readonly places: readonly Place[];
  readonly body: Json;
  readonly schema: Schema;
}

function placesFor(context: Context, operation: Operation): Places | null {
  const mediaType = bodyTypeOf(operation);
  const body = inputsFor(context, operation, "all")?.values.body;
  if (mediaType === null || body?.kind !== "value" || mediaType.body !== "json") return null;
  const places = placesIn(mediaType.schema, body.value).filter(
    ({ schema, isThere }) => isThere && [schema, resolved(schema)].some(isVerbatim),
  );
  return places.length === 0 ? null : { places, body: body.value, schema: mediaType.schema };
}

/** The body of a create with texts of one kind; `null`: no text of it has to come back as it is. */
function bodyWith(context: Context, operation: Operation, kind: string): { body: Json; sent: readonly Sent[] } | null {
  const bodyPlaces = placesFor(context, operation);
  if (bodyPlaces === null) return null;
  const sent: Sent[] = [];
  const body = bodyPlaces.places.reduce<Json>((currentBody, { path, schema }, index) => {
    const name = String(path.at(-1));
    const mark = String.fromCharCode(97 + (index % 26));
    const candidates = isUrlName(name)
      ? [`${context.newUrl()}/Ab%20Cd?Key=%7E${mark}&b=&c=A+B`]
      : (texts[kind]?.(mark) ?? []).flatMap((text) => [text, `${text.trim().replace(/[^\w.]+/g, "")}Q@Example.com`]);
    for (const text of candidates) {
      if (!matches(schema, text)) continue;
      const changed = withValueAt(currentBody, path, text);
      if (!matches(bodyPlaces.schema, changed)) continue;
      sent.push({ text, name, where: placeOf(schema.at) });
      return changed;
    }
    return currentBody;
  }, bodyPlaces.body);
  return { body, sent };
}

/** Texts that are not ASCII, each longer in bytes than in characters. */
export function oddBody(context: Context, operation: Operation): Json | null {
  return bodyWith(context, operation, "decomposed")?.body ?? null;
}

async function sendAndRead(context: Context, operation: Operation, kind: string): Promise<void> {
  const preparedBody = bodyWith(context, operation, kind);
  const values = inputsFor(context, operation, "all")?.values;
  if (preparedBody === null || values === undefined) return;
  await readBack(context, await callAnew(context, operation, withBody(values, preparedBody.body)), preparedBody.sent);
}

async function readBack(context: Context, created: CallResult, sent: readonly Sent[]): Promise<void> {
  if (!isAccepted(created.status)) return;
  for (const result of [created, ...(await readings(context, created))]) {
    const scalars = textsIn(itemAbout(result, created));
    for (const { text, name, where } of sent) {
      if (scalars.includes(text)) continue;
      const changed = scalars.find((one) => isMadeOf(one, text) && !sent.some((other) => other.text === one));
      if (changed === undefined) continue;
      const is = `${JSON.stringify(changed)} for the ${name} ${JSON.stringify(text)}`;
      context.fault("lost-write", result, `returns ${is}`, where);
    }
  }
}

/** What can be read of something just made: by links, and in lists. */
async function readings(context: Context, created: CallResult): Promise<CallResult[]> {
  const read = await readByLinks(context, created);
  for (const first of listingsIn(context)) {
    if (first.operation.path.text !== created.operation.path.text) continue;
    const page = await new List(context, first).all();
    if (page !== null) read.push(page.result);
  }
  return read;
}

/** Of a list the record that was made. */
function itemAbout({ json }: CallResult, created: CallResult): unknown {
  const ofList = Array.isArray(json) ? [] : json;
  return itemsOf(json)?.find((item) => isMade(item, created)) ?? ofList;
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return Object.values(asObject(value) ?? {}).flatMap(textsIn);
}

/** The text tidied up, or its beginning where the whole text is nowhere. */
function isMadeOf(returnedText: string, text: string): boolean {
  return (
    folded(returnedText) === folded(text) ||
    (text.length > 10 && returnedText.length > 3 && text.startsWith(returnedText))
  );
}
