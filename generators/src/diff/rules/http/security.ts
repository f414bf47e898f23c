// The authentication that an operation requires.
import { listOf } from "../../../diagnostics/code.ts";
import type { OAuthFlow, SecurityRequirement, SecurityScheme } from "../../../model/http.ts";
import type { MessagingSecurityScheme } from "../../../model/messaging.ts";
import type { Location } from "../../../model/place.ts";
import { paired } from "../../paired.ts";
import {
  adds,
  breaks,
  inside,
  insideBoth,
  mutual,
  opposites,
  type Report,
  type Rule,
  removalBreaksUsers,
  tightens,
} from "../../rule.ts";
import { canonicalOf, compareText, compareWrittenExtensions, type Titled } from "../annotations.ts";

const reason = "security applies to the call, regardless of the direction of the values";

const optional = { request: "Using it is optional.", response: "Reading it is optional." };

const [authenticationRequired, authenticationLifted] = opposites<void>(
  breaks("authentication-required", () => "it requires authentication, and did not", {
    means: "Calls without credentials are rejected.",
  }),
  adds("authentication-lifted", () => "it no longer requires authentication", {
    event: "major",
    means: { ...optional, event: "Receivers that check the old authentication reject it." },
  }),
  reason,
);

const [alternativeAccepted, alternativeRefused] = opposites<string>(
  adds("security-alternative-added", (schemes) => `it also accepts authentication with ${schemes}`, {
    event: "major",
    means: { ...optional, event: "Receivers may get calls with authentication that they do not check." },
  }),
  breaks("security-alternative-removed", (schemes) => `it no longer accepts authentication with ${schemes}`, {
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
    for (const { one, other } of groupsOf(before, after)) {
      const [previous, now] = [one.length === 1 ? one[0] : undefined, other.length === 1 ? other[0] : undefined];
      if (previous !== undefined && now !== undefined) {
        for (const scope of now.scopes) if (!previous.scopes.has(scope)) report(scopeRequired, scope, ...at);
        for (const scope of previous.scopes) if (!now.scopes.has(scope)) report(scopeLifted, scope, ...at);
        continue;
      }
      for (const each of other)
        if (!one.some((known) => isSame(known, each))) report(alternativeAccepted, labelOf(each, other), ...at);
      // Calls that have more credentials than needed are accepted.
      for (const each of one)
        if (!after.some((enough) => isWithin(enough, each))) report(alternativeRefused, labelOf(each, one), ...at);
    }
  },
};

interface Credentials {
  readonly names: ReadonlySet<string>;
  readonly scopes: ReadonlySet<string>;
}

function alternativesOf({ security, nameOf }: Secured): Credentials[] {
  return security.map(({ schemes }) => ({
    names: new Set(schemes.map(({ name }) => nameOf(name)).sort()),
    scopes: new Set(schemes.flatMap((scheme) => scheme.scopes.map((scope) => `${scope} of ${nameOf(scheme.name)}`))),
  }));
}

/** The alternatives of both sides by their schemes, of which there are several where they differ in scopes. */
function groupsOf(before: readonly Credentials[], after: readonly Credentials[]) {
  const groups = new Map<string, { readonly one: Credentials[]; readonly other: Credentials[] }>();
  for (const [side, all] of [["one", before] as const, ["other", after] as const])
    for (const each of all) {
      const key = [...each.names].join("\n");
      const group = groups.get(key) ?? { one: [], other: [] };
      if (!group[side].some((known) => isSame(known, each))) group[side].push(each);
      groups.set(key, group);
    }
  return groups.values();
}

/** Its schemes; with its scopes, where only these distinguish it from others. */
function labelOf({ names, scopes }: Credentials, group: readonly Credentials[]): string {
  const name = listOf([...names], "and");
  if (group.length === 1) return name;
  const listed = [...scopes];
  return listed.length === 0 ? `${name} without a scope` : `${name} with ${listOf(listed, "and")}`;
}

function isSame(one: Credentials, other: Credentials): boolean {
  return isWithin(one, other) && isWithin(other, one);
}

/** Whether the second has all that the first needs. */
function isWithin(needed: Credentials, provided: Credentials): boolean {
  return isSubset(needed.names, provided.names) && isSubset(needed.scopes, provided.scopes);
}

function isSubset(some: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  return [...some].every((each) => all.has(each));
}

function isOpenTo(alternatives: readonly Credentials[]): boolean {
  return alternatives.length === 0 || alternatives.some(({ names }) => names.size === 0);
}

// Security schemes: the kind of credentials, and where they are sent.
const schemeChanged = mutual<string>(
  breaks("security-scheme-changed", (name) => `credentials of ${name} are created or sent differently`, {
    means: { request: "The old credentials are rejected.", response: "The old credentials no longer arrive." },
  }),
);

const [flowAdded, flowRemoved] = opposites<string>(
  adds("oauth-flow-added", (flow) => `the flow ${flow} is new`),
  breaks("oauth-flow-removed", (flow) => `the flow ${flow} is removed`),
  removalBreaksUsers,
);

const flowChanged = mutual<string>(
  breaks("oauth-flow-changed", (flow) => `the flow ${flow} uses other URLs`, {
    means: "Clients that request tokens at the old URLs may get none.",
  }),
);

const [scopeAdded, scopeRemoved] = opposites<string>(
  adds("oauth-scope-added", (scope) => `the scope ${scope} is new`),
  breaks("oauth-scope-removed", (scope) => `the scope ${scope} is removed`, {
    means: "Clients that request it may get no token.",
  }),
  removalBreaksUsers,
);

const flowKinds = [flowAdded, flowRemoved, flowChanged, scopeAdded, scopeRemoved];

export const schemeRule: Rule<SecurityScheme> = {
  kinds: [schemeChanged, ...flowKinds],
  compare: (base, revision, report) => {
    if (contentOf(base) !== contentOf(revision)) report(schemeChanged, revision.name, base.at, revision.at);
    compareFlows(base, revision, report);
  },
};

/** An extension may be what says how deliveries are proved, so it counts. */
export const messagingSchemeRule: Rule<MessagingSecurityScheme> = {
  kinds: [schemeChanged, ...flowKinds],
  compare: (base, revision, report) => {
    const [was, is] = [base, revision].map((scheme) => `${contentOf(scheme)} ${canonicalOf(scheme.extensions)}`);
    if (was !== is) report(schemeChanged, revision.name, base.at, revision.at);
    compareFlows(base, revision, report);
  },
};

type Flowing = Pick<SecurityScheme, "flows" | "at">;

function compareFlows(base: Flowing, revision: Flowing, report: Report): void {
  const { both, added, removed } = paired(base.flows, revision.flows, ({ kind }) => kind);
  const [was, is] = insideBoth(base, revision, "flows");
  compareWrittenExtensions({ at: was }, { at: is }, report);
  for (const flow of added) report(flowAdded, flow.kind, base.at, flow.at);
  for (const flow of removed) report(flowRemoved, flow.kind, flow.at, revision.at);
  for (const { base: before, revision: after } of both) {
    compareWrittenExtensions(before, after, report);
    if (urlsOf(before) !== urlsOf(after)) report(flowChanged, after.kind, before.at, after.at);
    const scopes = paired(before.scopes, after.scopes, ({ name }) => name);
    const at = insideBoth(before, after, "scopes");
    for (const { name } of scopes.added) report(scopeAdded, name, ...at);
    for (const { name } of scopes.removed) report(scopeRemoved, name, ...at);
    for (const pair of scopes.both) compareText(inFlow(before, pair.base), inFlow(after, pair.revision), report);
  }
}

function urlsOf({ authorizationUrl, deviceAuthorizationUrl, tokenUrl, refreshUrl }: OAuthFlow): string {
  return canonicalOf([authorizationUrl, deviceAuthorizationUrl, tokenUrl, refreshUrl]);
}

function inFlow({ at }: OAuthFlow, { name, description }: OAuthFlow["scopes"][number]): Titled {
  return { description, at: inside(at, "scopes", name) };
}

/** The scheme itself, without its flows. */
function contentOf(scheme: SecurityScheme | MessagingSecurityScheme): string {
  const { type, scheme: name, in: place, parameterName, openIdConnectUrl } = scheme;
  const oauth2MetadataUrl = "oauth2MetadataUrl" in scheme ? scheme.oauth2MetadataUrl : null;
  return canonicalOf({ type, name: name?.toLowerCase(), place, parameterName, openIdConnectUrl, oauth2MetadataUrl });
}

/** Everything that distinguishes two schemes, except their names. */
export function signatureOf(scheme: SecurityScheme | MessagingSecurityScheme): string {
  const flows = scheme.flows.map(({ at: _, scopes, ...flow }) => ({ ...flow, scopes: scopes.map(({ name }) => name) }));
  return `${contentOf(scheme)} ${canonicalOf(flows)}`;
}
