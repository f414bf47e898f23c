// The authentication that an operation requires.

import { listOf } from "../../../diagnostics/code.ts";
import type { SecurityRequirement } from "../../../model/http.ts";
import type { Location } from "../../../model/place.ts";
import { adds, breaks, opposites, type Rule, tightens } from "../../rule.ts";

const reason = "it applies to calls, in whichever direction the values go";

const optional = { request: "Using it is optional.", response: "Reading it is optional." };

const [authenticationRequired, authenticationLifted] = opposites<void>(
  breaks("authentication-required", () => "it requires authentication, and did not", {
    means: "Calls without credentials are rejected.",
  }),
  adds("authentication-lifted", () => "it no longer requires authentication", {
    event: "major",
    means: { ...optional, event: "Receivers that check what it was proved by reject it." },
  }),
  reason,
);

const [alternativeAccepted, alternativeRefused] = opposites<string>(
  adds("security-alternative-added", (schemes) => `it can be authenticated by ${schemes} too`, {
    event: "major",
    means: { ...optional, event: "Receivers may get calls that are proved in a way they do not check." },
  }),
  breaks("security-alternative-removed", (schemes) => `it can no longer be authenticated by ${schemes}`, {
    means: "Calls with these credentials alone are rejected.",
  }),
  reason,
);

const [scopeRequired, scopeLifted] = opposites<string>(
  tightens("scope-required", (scope) => `credentials need the scope ${scope}`, {
    response: "major",
    means: "Credentials without it are rejected.",
  }),
  adds("scope-lifted", (scope) => `credentials no longer need the scope ${scope}`),
  reason,
);

export interface Secured {
  readonly at: Location;
  readonly security: readonly SecurityRequirement[];
  /** One name for schemes that are the same in both descriptions. */
  readonly nameOf: (scheme: string) => string;
}

export const securityRule: Rule<Secured> = {
  kinds: [
    authenticationRequired,
    authenticationLifted,
    alternativeAccepted,
    alternativeRefused,
    scopeRequired,
    scopeLifted,
  ],
  compare: (base, revision, report) => {
    const at = [base.at, revision.at] as const;
    const [before, after] = [alternativesOf(base), alternativesOf(revision)];
    const [wasOpen, isOpen] = [isOpenTo(before), isOpenTo(after)];
    if (wasOpen && isOpen) return;
    if (wasOpen !== isOpen) {
      report(isOpen ? authenticationLifted : authenticationRequired, undefined, ...at);
      return;
    }
    for (const [schemes, { scopes }] of after) {
      const own = before.get(schemes);
      if (own === undefined) report(alternativeAccepted, schemes, ...at);
      else for (const scope of scopes) if (!own.scopes.has(scope)) report(scopeRequired, scope, ...at);
    }
    for (const [schemes, { names, scopes }] of before) {
      const own = after.get(schemes);
      if (own !== undefined) for (const scope of scopes) if (!own.scopes.has(scope)) report(scopeLifted, scope, ...at);
      // Calls that have more credentials than needed are accepted.
      const isEnough = [...after.values()].some((each) => isSubset(each.names, names) && isSubset(each.scopes, scopes));
      if (own === undefined && !isEnough) report(alternativeRefused, schemes, ...at);
    }
  },
};

interface Credentials {
  readonly names: ReadonlySet<string>;
  readonly scopes: ReadonlySet<string>;
}

/** Each alternative, by its schemes. */
function alternativesOf({ security, nameOf }: Secured): Map<string, Credentials> {
  return new Map(
    security.map(({ schemes }) => {
      const names = schemes.map(({ name }) => nameOf(name)).sort();
      const scopes = schemes.flatMap((scheme) => scheme.scopes.map((scope) => `${scope} of ${nameOf(scheme.name)}`));
      return [listOf(names, "and"), { names: new Set(names), scopes: new Set(scopes) }];
    }),
  );
}

function isSubset(some: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  return [...some].every((each) => all.has(each));
}

function isOpenTo(alternatives: ReadonlyMap<string, unknown>): boolean {
  return alternatives.size === 0 || alternatives.has("");
}
