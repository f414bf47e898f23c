// Numbers that say how many of something there are -> whether the list of it has as many: `note_count` of a folder, and `count` in a list of
// names that records have.
import type { Json, Operation } from "waybill/description";
import { propertiesIn, recordsOf } from "../../description/schema-parts.ts";
import { isNamedIn, statedMemberOf, statedOf } from "../../description/stated.ts";
import { isList, type JsonObject } from "../../values/json.ts";
import { type CallResult, type Cases, type Context, caseOf } from "../context.ts";
import { List, listingsIn } from "../engines/read-twice.ts";
import { ownerOfPath, plainName, unbracketed } from "../knowledge.ts";
import { allOf } from "./pages.ts";

export function* counts(context: Context): Cases {
  const lists = listingsIn(context).filter(({ operation }) => !operation.path.text.includes("{"));
  for (const holder of lists) {
    for (const count of lists.flatMap((counted) => countsOf(holder, counted))) {
      const run = (): Promise<void> => compareTwice(context, count);
      yield caseOf("paging", holder.operation, `paging/${count.member}`, run, { elsewhere: "or last" });
    }
  }
}

interface Count {
  readonly holder: CallResult;
  /** With the number. */
  readonly member: string;
  readonly counted: CallResult;
  readonly isCounted: (item: JsonObject, of: JsonObject) => boolean;
}

/** Where the description says that the member is a number of what the other list has. */
function countsOf(holder: CallResult, counted: CallResult): Count[] {
  const schemas = holder.verdict?.mediaType == null ? [] : recordsOf(holder.verdict.mediaType.schema);
  const [owner, noun] = [ownerOf(holder.operation), ownerOf(counted.operation)];
  if (holder.operation === counted.operation) return [];
  return schemas.flatMap((schema) =>
    propertiesIn(schema).flatMap(({ name: member }): Count[] => {
      const stated = `${statedOf(holder.operation)} ${statedMemberOf(schema, member)}`;
      const [, counting = ""] = /\b(?:number of|count of|how many)\b((?:\s+\S+){1,4})/i.exec(stated) ?? [];
      if (!isNamedIn(counting, noun)) return [];
      if (member === "count")
        return [{ holder, member, counted, isCounted: (item, of) => namesIn(item, owner).includes(nameIn(of, owner)) }];
      const reference = `${owner}id`;
      const isFilter = counted.operation.parameters.some((one) => plainName(unbracketed(one.name)) === reference);
      if (!isFilter || plainName(member).replace(/s?count$/, "") !== noun) return [];
      return [{ holder, member, counted, isCounted: (item, of) => memberIn(item, reference) === of["id"] }];
    }),
  );
}

function ownerOf({ path }: Operation): string {
  return plainName(ownerOfPath(path.text));
}

function memberIn(item: JsonObject, name: string): Json | undefined {
  return Object.entries(item).find(([one]) => plainName(one) === name)?.[1];
}

/** The names that a record has: in a list of them, or one alone. */
function namesIn(item: JsonObject, owner: string): readonly Json[] {
  const value = memberIn(item, `${owner}s`) ?? memberIn(item, owner) ?? [];
  return isList(value) ? value : [value];
}

function nameIn(of: JsonObject, owner: string): Json {
  return of["name"] ?? memberIn(of, owner) ?? of["value"] ?? null;
}

interface Difference {
  readonly list: List;
  readonly text: string;
}

/** What is counted later than it is made counts by the second look, and what others do changes from one to the next. */
async function compareTwice(context: Context, count: Count): Promise<void> {
  const texts = new Set<string>();
  for (let looks = 0; looks < 2; looks += 1) {
    const difference = await compare(context, count);
    if (difference === null) return;
    texts.add(difference.text);
    const page = looks === 1 && texts.size === 1 ? await difference.list.all() : null;
    if (page !== null) difference.list.fault("wrong-count", page, difference.text);
  }
}

async function compare(context: Context, { holder, member, counted, isCounted }: Count): Promise<Difference | null> {
  const list = new List(context, holder);
  const [holders, items] = [await allOf(context, holder), await allOf(context, counted)];
  if (holders === null || items === null) return null;
  for (const of of holders) {
    const number = of[member];
    const actual = items.filter((item) => isCounted(item, of)).length;
    if (typeof number !== "number" || number === actual) continue;
    return { list, text: `returns the ${member} ${number} for a record; ${counted.operation.id} has ${actual}` };
  }
  return null;
}
