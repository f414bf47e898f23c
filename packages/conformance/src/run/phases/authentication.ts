// Every operation that needs a key, without one and with every kind of bad one: nothing gets past but the refusal.
import type { Operation } from "waybill/description";
import { placeOf, responseFor } from "../../description/description.ts";
import { type Answered, type Context, isAccepted } from "../context.ts";
import { needsKey, needsMore, type SpoiltCredential, spoiltCredentials } from "../credentials.ts";
import { inputsFor } from "../inputs.ts";

export async function runAuthentication(context: Context): Promise<void> {
  const { key, revokedKeys = [] } = context.options;
  for (const operation of context.description.operations) {
    const schemes = context.schemes(operation);
    if (needsMore(operation, schemes)) {
      context.notes.add(
        `${operation.id} needs an authentication that one key may not give; what it refuses says little`,
      );
    }
    if (key === null || schemes.length === 0 || !needsKey(operation)) continue;
    for (const spoilt of spoiltCredentials(schemes, key, revokedKeys)) {
      const id = `${operation.id}/authentication/${spoilt.name}`;
      await context.case("authentication", id, operation.id, () => tryKey(context, operation, spoilt));
    }
  }
}

async function tryKey(context: Context, operation: Operation, tried: SpoiltCredential): Promise<void> {
  const { name, what, credential, spoilt = "" } = tried;
  const { secrets } = context.recorder;
  if (spoilt !== "" && !secrets.has(spoilt)) secrets.set(spoilt, `WAYBILL_${name.toUpperCase().replaceAll("-", "_")}`);
  const values = context.baselines.get(operation)?.answered.values ?? inputsFor(context, operation, "required")?.values;
  if (values === undefined) return;
  checkRefusal(context, await context.call(operation, values, credential), what);
}

function checkRefusal(context: Context, answered: Answered, what: string): void {
  const { operation, status } = answered;
  if (isAccepted(status)) {
    context.object("bad-key-accepted", `${operation.id} answers ${status} ${what}`, answered);
    return;
  }
  // Where 401 is declared it is the answer; a range or a default leaves it open which refusal it is.
  const saysSo = operation.responses.some((one) => one.status.kind === "code" && one.status.code === 401);
  if (status === 401 || (status === 403 && !saysSo) || status >= 500 || status === 429) return;
  // A page to log in at is no refusal, but the description may mean it to be one.
  if (!saysSo && status < 400 && responseFor(operation, status) !== null) return;
  const where = placeOf(responseFor(operation, 401)?.at ?? operation.at);
  context.object("wrong-refusal", `${operation.id} answers ${status} ${what}; expected: 401`, { ...answered, where });
}
