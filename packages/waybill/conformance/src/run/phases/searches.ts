// Parameters of a list that look for a text in some members -> whether they lead to the records that have it there, and to no others: in
// both cases of its letters, and with characters that are a pattern for a database.
import { matches, type Operation, type Parameter } from "waybill/description";
import { isNamedIn, sentencesIn } from "../../description/stated.ts";
import type { JsonObject } from "../../values/json.ts";
import type { CallResult, Context } from "../context.ts";
import { createWith } from "../engines/list-records.ts";
import { isMade, isSteady, type List, sameItem } from "../engines/read-twice.ts";
import { lettersSwapped, plainName, unbracketed } from "../knowledge.ts";
import { membersOfBody } from "../request-values.ts";

/** A parameter that looks for a text in members that its description names: `q`, in title and body. */
export interface Search {
  readonly parameter: Parameter;
  readonly members: readonly string[];
  /** Also of letters beyond ASCII, or of those alone. */
  readonly ignoresCase: "everywhere" | "somewhere" | null;
  /** Characters that match only themselves. */
  readonly literal: readonly string[];
}

export function searchesOf({ parameters }: Operation, members: readonly string[]): Search[] {
  return parameters.flatMap((parameter): Search[] => {
    const stated = parameter.words.description ?? "";
    const isSearch =
      parameter.in === "query" && /^(q|query|search|text|term|keywords?)$/i.test(unbracketed(parameter.name));
    const named = members.filter((name) => isNamedIn(stated, name) && plainName(name) !== plainName(parameter.name));
    if (!isSearch || named.length === 0) return [];
    return [{ parameter, members: named, ignoresCase: ignoredCaseOf(stated), literal: literalIn(stated) }];
  });
}

/** `case is ignored`, `upper and lower case make no difference`, `irrespective of case`. */
function ignoresCaseIn(sentence: string): boolean {
  const isAbout = /\b(case|capitals?|capital letters|upper-?cased?|lower-?cased?)\b/i;
  const isIgnored =
    /\b(ignor\w+|insensitiv\w*|irrelevant|no difference|not (matter|count|considered|distinguished|significant)|alike|the same|equals?|regardless|irrespective|without regard|folded|(lower|upper)-?cased)\b/i;
  const isRespected =
    /\bnot (\w+ )?(ignor|alike|the same|equal|in)|(?<!in)sensitiv|\bcase (matters|counts|is significant)\b/i;
  return isAbout.test(sentence) && isIgnored.test(sentence) && !isRespected.test(sentence);
}

function ignoredCaseOf(stated: string): Search["ignoresCase"] {
  if (!sentencesIn(stated).some((one) => one.split(/[;,]/).some(ignoresCaseIn))) return null;
  const isOfAll = /\b(all|any|every) (scripts?|alphabets?|languages?)\b|\bunicode\b|\bnon-ascii\b/i.test(stated);
  return isOfAll && !/(?<!non-)\bascii\b/i.test(stated) ? "everywhere" : "somewhere";
}

function literalIn(stated: string): readonly string[] {
  if (
    /\bliteral(ly)?\b|\bno wild-?cards?\b|\bno characters? (has|have) (a |any )?special\b|\bno special characters?\b/i.test(
      stated,
    )
  )
    return ["%", "_", "*", "\\"];
  // A part of a text, and not its words, has each of its characters.
  const isPart = /\bcontain(s|ing)?\b|\bsubstring\b/i.test(stated);
  const isPattern =
    /\bwild-?card|\bpattern|\bsyntax\b|\boperators?\b|\bphrase|\bwords?\b|\bterms?\b|full.?text|\bfuzzy\b/i;
  return isPart && !isPattern.test(stated) ? ["%", "_"] : [];
}

/** A word of each member leads to the record, and nothing that it leads to lacks the word; so it does in the other case. */
export async function checkSearch(list: List, search: Search): Promise<void> {
  const { parameter, members, ignoresCase } = search;
  const all = await list.all();
  if (all === null || all.items.length === 0) return;
  for (const member of members) {
    const words = all.items.flatMap((item) => String(item[member] ?? "").match(/\p{L}{4,}/gu) ?? []);
    const searchable = words.filter((one) => matches(parameter.schema, one));
    const isBeyondAscii = (one: string): boolean => ignoresCase === "everywhere" && /[^a-z]/i.test(one);
    const tried = new Set([...searchable.slice(0, 1), ...searchable.filter(isBeyondAscii).slice(0, 1)]);
    const texts = [...tried].flatMap((word) => [
      { word, text: word, isRequired: true },
      { word, text: lettersSwapped(word), isRequired: ignoresCase !== null },
    ]);
    for (const { word, text, isRequired } of texts) {
      const page = await list.all({ [parameter.name]: text });
      if (page === null) continue;
      const clause = `with ${parameter.name}=${text}`;
      if (page.items.some((item) => lacks(search, item, text)))
        list.fault(
          "filter-ignored",
          page,
          `${clause} returns records without it in ${members.join(" or ")}`,
          parameter,
        );
      const wanted = all.items.filter((item) =>
        String(item[member] ?? "")
          .split(/[^\p{L}]+/u)
          .includes(word),
      );
      const missing = wanted.filter((item) => !page.items.some((one) => sameItem(one, item)));
      if (!isRequired || missing.length === 0 || all.items.length >= list.many || !(await isSteady(list, all)))
        continue;
      list.fault("filter-ignored", page, `${clause} does not return all records with it in ${member}`, parameter);
    }
  }
}

/** Whether none of the members that the record shows has the text. */
function lacks({ members }: Search, item: JsonObject, text: string): boolean {
  const texts = members.flatMap((name) => [item[name] ?? null].flat()).filter((one) => typeof one === "string");
  return texts.length > 0 && !texts.some((one) => folded(one).includes(folded(text)));
}

function folded(text: string): string {
  return text.normalize("NFC").toLowerCase();
}

/** New records with texts by which searches differ: letters beyond ASCII, and characters that are patterns elsewhere. */
export async function checkSearchedTexts(
  context: Context,
  first: CallResult,
  list: List,
  search: Search,
): Promise<void> {
  const mark = context.newMark().slice(-6);
  const { ignoresCase, literal } = search;
  const cased = ignoresCase === "everywhere" ? [`Ö${mark}`, `ж${mark}`] : [];
  await checkTexts({ context, first, list, search }, { texts: cased, others: [], searched: cased.map(lettersSwapped) });
  const texts = literal.map((character) => `${mark}a${character}b`);
  // What each would find as a pattern for any character.
  await checkTexts({ context, first, list, search }, { texts, others: [`${mark}axb`], searched: texts });
}

interface Searching {
  readonly context: Context;
  readonly first: CallResult;
  readonly list: List;
  readonly search: Search;
}

interface Texts {
  /** In one record. */
  readonly texts: readonly string[];
  /** In another one, which is created first. */
  readonly others: readonly string[];
  /** Lead to the first. */
  readonly searched: readonly string[];
}

async function checkTexts(searching: Searching, { texts, others, searched }: Texts): Promise<void> {
  const { list, search } = searching;
  const { parameter } = search;
  if (others.length > 0) await recordWith(searching, others);
  const record = texts.length === 0 ? null : await recordWith(searching, texts);
  if (record === null) return;
  const isFoundBy = async (text: string): Promise<boolean> =>
    (await list.all({ [parameter.name]: text }))?.items.some((item) => isMade(item, record)) === true;
  // A list may not have everything that is new, or not at once.
  const [first = ""] = texts;
  if (!(await isFoundBy(first.replace(/[^a-z0-9].*$/i, "") || first))) return;
  for (const text of searched.filter((one) => matches(parameter.schema, one))) {
    const page = await list.all({ [parameter.name]: text });
    if (page === null || page.items.length >= list.many) continue;
    const clause = `with ${parameter.name}=${text}`;
    if (page.items.some((item) => lacks(search, item, text)))
      list.fault(
        "filter-ignored",
        page,
        `${clause} returns records without it in ${search.members.join(" or ")}`,
        parameter,
      );
    else if (!page.items.some((item) => isMade(item, record)) && !(await isFoundBy(text)))
      list.fault(
        "filter-ignored",
        page,
        `${clause} does not return a record that has it: ${texts.join(" ")}`,
        parameter,
      );
  }
}

/** With the texts in one of the members; `null`: none of them takes it. */
async function recordWith({ context, first, search }: Searching, texts: readonly string[]): Promise<CallResult | null> {
  const text = texts.join(" ");
  for (const member of search.members) {
    const record = await createWith(context, first, { [member]: text });
    if (record !== null && membersOfBody(record.values)?.[member] === text) return record;
  }
  return null;
}
