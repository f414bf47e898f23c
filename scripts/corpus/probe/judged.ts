// A probed description -> what `waybill diff` says about each change of one of its nodes: a bump, an error, or nothing, with or without a
// reason.
import { largestOf } from "../../../generators/src/diff/index.ts";
import { Probe, type ProbedDescription, type Verdict } from "./probe.ts";
import { reasonFor } from "./unseen.ts";

export type Judgement = "major" | "minor" | "patch" | "error" | "explained" | "silent";

/** By change: `delete /info/title`. Of so many changes, one is made. */
export function judge(description: ProbedDescription, share = 1): ReadonlyMap<string, Judgement> {
  const probe = new Probe(description);
  const mutations = probe.nodes.flatMap((node) => probe.mutationsOf(node)).filter((_, at) => at % share === 0);
  return new Map(
    mutations.map((mutation) => {
      const place = mutation.node.tokens.map((token) => token.replaceAll("~", "~0").replaceAll("/", "~1")).join("/");
      return [`${mutation.act} /${place}`, judgementOf(probe, probe.verdictOf(mutation))];
    }),
  );
}

function judgementOf(probe: Probe, { mutation, changes }: Verdict): Judgement {
  if (changes === null) return "error";
  const bump = largestOf(changes.map((change) => change.bump));
  return bump ?? (reasonFor(mutation, probe.around(mutation)) === null ? "silent" : "explained");
}
