// A property and how often it has to hold -> that many random runs, several at a time; a failure is shrunk and says how to see it again.
//
// WAYBILL_SEQUENCES=20000   that many sequences and that many races on each backend, for a long look; 800 in `pnpm --filter testing long`
// WAYBILL_REPLAY='{...}'    the one run that a failure has printed, and none of the others;
//                           (a race need not end in the same way each time: it is run until it fails, at most 300 times)
import * as fc from "fast-check";
import { z } from "zod";
import { isLong } from "../../../../../scripts/testing/long.ts";

export interface Property<T> {
  /** What is run, as in `sequences on SQLite`: a replay is of one kind of runs. */
  readonly name: string;
  /** `replayPath`: what fast-check needs to see a sequence of commands again, `null` otherwise. */
  readonly arbitrary: (replayPath: string | null) => fc.Arbitrary<T>;
  /** Rejects where the property does not hold. */
  readonly holds: (value: T) => Promise<void>;
  /** What comes of a run depends on what overtakes what: seeing a failure again may take more than one attempt. */
  readonly isRace: boolean;
}

/** How many runs there are to be: as many as usual, unless someone wants to look for long. */
export function countOrMore(usual: number): number {
  const text = process.env["WAYBILL_SEQUENCES"] ?? (isLong ? "800" : "");
  if (/^[1-9]\d{0,8}$/.test(text)) return Math.max(Number(text), usual);
  if (text === "") return usual;
  throw new Error(`WAYBILL_SEQUENCES has to be a number of runs, such as 20000; it is ${text}`);
}

const replayShape = z.object({
  run: z.string(),
  seed: z.int(),
  path: z.string(),
  replayPath: z.string().nullable(),
});

type Replay = z.infer<typeof replayShape>;

/** How many runs are under way at once: what they write in one turn of the event loop is one commit. */
const lanes = 64;

/** How often a race is run again to see it fail. */
const attempts = 300;

export interface Ran {
  readonly ran: number;
  /** How many there were to be: none in a replay of runs of another kind. */
  readonly wanted: number;
  readonly isReplay: boolean;
}

/** Runs at least `count` unless one is replayed. Rejects with the smallest failure that was found. */
export async function runMany<T>(property: Property<T>, count: number): Promise<Ran> {
  const replay = readReplay();
  if (replay !== null) return await runAgain(property, replay);
  const state: State = { ran: 0, failedLane: null };
  const seed = Math.trunc(Math.random() * 0x7fff_0000);
  const used = Math.min(lanes, count);
  const parameters = { numRuns: Math.ceil(count / used) };
  const results = await Promise.all(
    Array.from({ length: used }, (_, lane) =>
      fc.check(inLane(property, { lane, state, replayPath: null }), { ...parameters, seed: seed + lane }),
    ),
  );
  const failure = state.failedLane === null ? undefined : results[state.failedLane];
  if (failure?.failed === true) throw failureOf(property.name, failure, state);
  return { ran: state.ran, wanted: count, isReplay: false };
}

interface State {
  ran: number;
  /** The lane that found something, and shrinks it. */
  failedLane: number | null;
}

interface Lane {
  readonly lane: number;
  readonly state: State;
  readonly replayPath: string | null;
}

function inLane<T>({ arbitrary, holds }: Property<T>, { lane, state, replayPath }: Lane): fc.IAsyncProperty<[T]> {
  return fc.asyncProperty(arbitrary(replayPath), async (value) => {
    // The others leave the service to the one that shrinks.
    if (state.failedLane !== null && state.failedLane !== lane) return;
    try {
      await holds(value);
    } catch (error) {
      state.failedLane ??= lane;
      throw error;
    }
    state.ran += 1;
  });
}

function readReplay(): Replay | null {
  const text = process.env["WAYBILL_REPLAY"] ?? "";
  return text === "" ? null : replayShape.parse(JSON.parse(text));
}

async function runAgain<T>(property: Property<T>, replay: Replay): Promise<Ran> {
  if (replay.run !== property.name) return { ran: 0, wanted: 0, isReplay: true };
  const { seed, path, replayPath } = replay;
  const state: State = { ran: 0, failedLane: null };
  const parameters = { seed, path, numRuns: 1, endOnFailure: true };
  for (let attempt = 0; attempt < (property.isRace ? attempts : 1); attempt += 1) {
    const result = await fc.check(inLane(property, { lane: 0, state, replayPath }), parameters);
    if (result.failed) throw failureOf(property.name, result, state);
  }
  return { ran: state.ran, wanted: 1, isReplay: true };
}

type Failure<T> = fc.RunDetails<[T]> & { readonly failed: true };

function failureOf<T>(run: string, result: Failure<T>, { ran }: State): Error {
  const { counterexample, seed, counterexamplePath: path, numShrinks, errorInstance } = result;
  const [value] = counterexample ?? [];
  const [text, replayPath = null] = String(value).split(/\s*\/\*replayPath="([^"]*)"\*\//);
  const again = JSON.stringify({ run, seed, path, replayPath });
  const lines = [
    `${run}: one failed, ${ran} went well; this is what it shrank to in ${numShrinks} steps`,
    text ?? "",
    String(errorInstance),
    `Again: WAYBILL_REPLAY='${again}' npx vitest run packages/fulfillment/service/test/lifecycle`,
  ];
  return new Error(lines.join("\n"), { cause: errorInstance });
}
