// What the description says of errors in words -> whether each error is so: the code in its body has one of the statuses beside which the
// description names it, and a member that repeats a header is equal to it.
import { statusText } from "waybill/description";
import { sentencesIn } from "../../description/stated.ts";
import { asObject, type JsonObject } from "../../values/json.ts";
import { type CallResult, type Context, isRefused } from "../context.ts";
import { plainName } from "../knowledge.ts";

export function watchStatedErrors(context: Context): void {
  const { http, operations } = context.description;
  const ofResponses = operations.flatMap(({ responses }) =>
    responses.flatMap(({ status, description }) =>
      linesIn(description ?? "").map((sentence) => `${statusText(status)} ${sentence}`),
    ),
  );
  const texts = [http?.info.description, ...operations.map(({ words }) => words.description)];
  const sentences = [...texts.flatMap((text) => linesIn(text ?? "")), ...ofResponses];
  const statuses = statusesByCode(sentences);
  context.listeners.push((result: CallResult) => {
    const error = isRefused(result.status) ? asObject(result.json) : null;
    if (error === null) return;
    const code = codesIn(error).find((one) => statuses.has(one)) ?? "";
    const stated = [...(statuses.get(code) ?? [])];
    if (stated.length > 0 && !stated.includes(result.status))
      context.fault("wrong-refusal", result, `returns ${result.status} with ${code}; described: ${stated.join(", ")}`);
    for (const [name, value] of Object.entries(error)) {
      const repeated = result.exchange.response.headers.find(([header]) => isRepeated(header, name, sentences));
      const [header, sent] = repeated ?? [name, String(value)];
      if (typeof value === "object" || sent.replace(/^"(.*)"$/, "$1") === String(value)) continue;
      context.fault("wrong-refusal", result, `returns a ${name} that is not its ${header}`);
    }
  });
}

/** A line may end within a sentence, but not before an item of a list or a row of a table. */
function linesIn(text: string): string[] {
  return sentencesIn(text.replace(/\n(?!\s*(?:\n|[-*|]))\s*/g, " "));
}

/** A status and a code side by side: `409 wrong-state`, 409 (`wrong-state`). */
const pair =
  /`([45]\d\d) ([a-z][\w-]*)`|\b([45]\d\d)`?(?: |: ?|, )\(?(?:(?:with|and|the|code|problem|error) )*`([a-z][\w-]*)`/g;

/** Of each code that is named beside a status: all statuses of the sentences that name it, since a list has several of both. */
function statusesByCode(sentences: readonly string[]): ReadonlyMap<string, ReadonlySet<number>> {
  const codes = new Set(
    sentences.flatMap((one) => [...one.matchAll(pair)].map(([, , quoted, , code = quoted ?? ""]) => code)),
  );
  return new Map(
    [...codes].map((code) => {
      const naming = sentences.filter((one) => one.includes(code));
      return [code, new Set(naming.flatMap((one) => (one.match(/\b[45]\d\d\b/g) ?? []).map(Number)))];
    }),
  );
}

/** The texts that may be its code: `code`, the last part of `type`. */
function codesIn(error: JsonObject): string[] {
  const texts = [error, asObject(error["error"])].flatMap((one) => [one?.["code"], one?.["type"], one?.["error"]]);
  return texts.flatMap((one) => (typeof one === "string" ? [one.replace(/^.*[/:#]/, "")] : []));
}

/** `X-Request-Id` and `requestId`, in a sentence that names both. */
function isRepeated(header: string, member: string, sentences: readonly string[]): boolean {
  if (plainName(header.replace(/^x-/i, "")) !== plainName(member)) return false;
  return sentences.some((one) => one.toLowerCase().includes(header.toLowerCase()) && one.includes(`\`${member}\``));
}
