// What there is only one of, such as the account that calls -> its members are what the description takes them for: the value of what a
// request leaves out, and unchanged by what is described as no change of them.
import { type Json, matches, type Operation } from "waybill/description";
import { propertiesIn } from "../../description/schema-parts.ts";
import { sentencesIn, textOf } from "../../description/stated.ts";
import { asObject, isScalar, show, withoutMember } from "../../values/json.ts";
import { type CallResult, type Cases, type Context, isAccepted } from "../context.ts";
import { provide } from "../creating.ts";
import { bodyTypeOf, renamedValues } from "../inputs.ts";
import { itemsOf } from "../records.ts";
import { membersOfBody, type RequestValues } from "../request-values.ts";
import { withBody } from "../variation.ts";
import { lateCase } from "./stated-refusals.ts";

export function* singletons(context: Context): Cases {
  for (const { operation } of context.accepted) {
    const schema = operation.method === "post" ? bodyTypeOf(operation)?.schema : undefined;
    for (const { name, required, schema: member } of schema === undefined ? [] : propertiesIn(schema)) {
      const source = required ? null : sourceIn(context, sentencesIn(textOf(member)).filter(isOfOmission));
      if (source === null) continue;
      yield lateCase("links", operation, `links/default/${name}`, () =>
        checkDefault(context, operation, { name, source }),
      );
    }
    const source = sourceIn(
      context,
      operation.method === "get" ? [] : sentencesIn(statedOfEffects(operation)).filter(isOfNoChange),
    );
    if (source !== null)
      yield lateCase("links", operation, `links/unchanged/${source.member}`, () =>
        checkUnaffected(context, operation, source),
      );
  }
}

/** `homePoint` of what an operation reads that has no parameters. */
interface Source {
  readonly reader: CallResult;
  readonly member: string;
}

/** The only member of such a thing that the sentences write as code; `null`: they name none, or several. */
function sourceIn(context: Context, sentences: readonly string[]): Source | null {
  const named = new Set(sentences.flatMap((one) => [...one.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name)));
  const sources = context.accepted.flatMap((reader): Source[] => {
    const isOne = reader.operation.method === "get" && !reader.operation.path.text.includes("{");
    const thing = isOne && itemsOf(reader.json) === null ? (asObject(reader.json) ?? {}) : {};
    const members = Object.keys(thing).filter((name) => named.has(name) && isScalar(thing[name]));
    return members.map((member) => ({ reader, member }));
  });
  return sources.length === 1 ? (sources[0] ?? null) : null;
}

/** `The home point of the member if left out.` */
function isOfOmission(sentence: string): boolean {
  return /\b(if|when|where) (it is |they are )?(left out|omitted|missing|absent|not (given|sent|set|specified))\b|\bdefaults? to\b/i.test(
    sentence,
  );
}

function statedOfEffects({ words }: Operation): string {
  return `${words.summary ?? ""}. ${(words.description ?? "").replace(/\s*\n(?!\n)/g, " ")}`;
}

/** `Deleting does not change owedCents of the account.` */
function isOfNoChange(sentence: string): boolean {
  const isNone =
    /\b(does|do|will) not (change|affect|alter|touch|reduce|lower|raise)\b|\b(stays|remains) (unchanged|as it (is|was)|the same)\b/i;
  return isNone.test(sentence) && !/\b(if|when|while|unless|until|only|already|except)\b/i.test(sentence);
}

async function readMember(context: Context, { reader, member }: Source): Promise<Json | undefined> {
  return asObject((await context.call(reader.operation, reader.values)).json)?.[member];
}

async function checkDefault(
  context: Context,
  operation: Operation,
  { name, source }: { readonly name: string; readonly source: Source },
): Promise<void> {
  const sent = await valuesWithout(context, operation, name);
  if (sent === null) return;
  const before = await readMember(context, source);
  const result = await context.call(operation, sent);
  const value = asObject(result.json)?.[name];
  if (!isAccepted(result.status) || !isScalar(value) || !isScalar(before) || value === before) return;
  if ((await readMember(context, source)) !== before) return;
  const text = `returns the ${name} ${show(value)} of what was made without it; the ${source.member} of ${source.reader.operation.id} is ${show(before)}`;
  context.fault("wrong-state", result, text);
}

/** The usual request with another name, and without the member; `null` where that is not valid. */
async function valuesWithout(context: Context, operation: Operation, name: string): Promise<RequestValues | null> {
  const usual = await provide(context, operation);
  const members = usual === null ? null : withoutMember(membersOfBody(usual) ?? {}, name);
  const schema = bodyTypeOf(operation)?.schema;
  if (usual === null || members === null || schema === undefined || !matches(schema, members)) return null;
  return renamedValues(context, operation, withBody(usual, members));
}

/** Twice, as somebody else may change it meanwhile. */
async function checkUnaffected(context: Context, operation: Operation, source: Source): Promise<void> {
  let last: CallResult | null = null;
  for (let times = 0; times < 2; times += 1) {
    const values = await provide(context, operation);
    if (values === null) return;
    // What it needs is done before; that may change the member.
    await context.preparations.get(operation)?.(values);
    const before = await readMember(context, source);
    last = await context.callAs(operation, values, (request) => request);
    if (!isAccepted(last.status) || (await readMember(context, source)) === before) return;
  }
  const text = `changes the ${source.member} of ${source.reader.operation.id}, which is described as no change`;
  if (last !== null) context.fault("wrong-state", last, text);
}
