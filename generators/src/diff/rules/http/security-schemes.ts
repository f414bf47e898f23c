// Security schemes: the kind of credentials, and where they are sent.
import type { OAuthFlow, SecurityScheme } from "../../../model/http.ts";
import type { MessagingSecurityScheme } from "../../../model/messaging.ts";
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
} from "../../rule.ts";
import { compareWrittenExtensions } from "../annotations/as-written.ts";
import { canonicalOf } from "../annotations/same-text.ts";
import { compareText, type Titled } from "../annotations/text.ts";

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
