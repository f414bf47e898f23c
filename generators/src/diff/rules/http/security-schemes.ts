// Security schemes: the kind of credentials, and where they are sent.
import type { SecurityScheme } from "../../../model/http.ts";
import type { MessagingSecurityScheme } from "../../../model/messaging.ts";
import { adds, breaks, mutual, opposites, type Rule, removalBreaksUsers } from "../../rule.ts";
import { canonicalOf } from "../annotations/same-text.ts";

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

export const schemeRule: Rule<SecurityScheme> = {
  kinds: [schemeChanged, flowAdded, flowRemoved],
  compare: (base, revision, report) => {
    if (contentOf(base) !== contentOf(revision)) report(schemeChanged, revision.name, base.at, revision.at);
    const [before, after] = [base, revision].map(({ flows }) => new Set(flows.map(({ kind }) => kind)));
    for (const flow of revision.flows)
      if (before?.has(flow.kind) === false) report(flowAdded, flow.kind, base.at, flow.at);
    for (const flow of base.flows)
      if (after?.has(flow.kind) === false) report(flowRemoved, flow.kind, flow.at, revision.at);
  },
};

export const messagingSchemeRule: Rule<MessagingSecurityScheme> = {
  kinds: [schemeChanged],
  compare: (base, revision, report) => {
    const [was, is] = [base, revision].map(({ type, extensions }) => canonicalOf({ type, extensions }));
    if (was !== is) report(schemeChanged, revision.name, base.at, revision.at);
  },
};

/** The scheme itself, without its flows. */
function contentOf(scheme: SecurityScheme): string {
  const { type, scheme: name, in: place, parameterName, openIdConnectUrl, oauth2MetadataUrl } = scheme;
  return canonicalOf({ type, name: name?.toLowerCase(), place, parameterName, openIdConnectUrl, oauth2MetadataUrl });
}

/** Everything that distinguishes two schemes, except their names. */
export function signatureOf(scheme: SecurityScheme): string {
  const flows = scheme.flows.map(({ at: _, scopes, ...flow }) => ({ ...flow, scopes: scopes.map(({ name }) => name) }));
  return `${contentOf(scheme)} ${canonicalOf(flows)}`;
}
