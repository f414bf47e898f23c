// How callers prove who they are: what credentials are, and where they go.
import type { SecurityScheme } from "../../../model/http.ts";
import type { MessagingSecurityScheme } from "../../../model/messaging.ts";
import type { Kind } from "../../change.ts";
import { adds, breaks, type Rule } from "../../rule.ts";
import { canonicalOf } from "../words/same-text.ts";

export const schemeChanged: Kind<string> = {
  ...breaks,
  id: "security-scheme-changed",
  opposite: "security-scheme-changed",
  message: (name) => `credentials of ${name} are made, or sent, in another way`,
  means: { request: "Credentials as they were are refused.", response: "Proofs as they were do not arrive any more." },
};

export const flowAdded: Kind<string> = {
  ...adds,
  id: "oauth-flow-added",
  opposite: "oauth-flow-removed",
  uneven: "something more need not be used, and something that is gone cannot be",
  message: (flow) => `the flow ${flow} is new`,
};

export const flowRemoved: Kind<string> = {
  ...breaks,
  id: "oauth-flow-removed",
  opposite: "oauth-flow-added",
  uneven: "something more need not be used, and something that is gone cannot be",
  message: (flow) => `the flow ${flow} is gone`,
};

export const schemeRule: Rule<SecurityScheme> = {
  kinds: [schemeChanged, flowAdded, flowRemoved],
  compare: (base, revision, tell) => {
    if (contentOf(base) !== contentOf(revision)) tell(schemeChanged, revision.name, base.at, revision.at);
    const [before, after] = [base, revision].map(({ flows }) => new Set(flows.map(({ kind }) => kind)));
    for (const flow of revision.flows)
      if (before?.has(flow.kind) === false) tell(flowAdded, flow.kind, base.at, flow.at);
    for (const flow of base.flows)
      if (after?.has(flow.kind) === false) tell(flowRemoved, flow.kind, flow.at, revision.at);
  },
};

export const messagingSchemeRule: Rule<MessagingSecurityScheme> = {
  kinds: [schemeChanged],
  compare: (base, revision, tell) => {
    const [was, is] = [base, revision].map(({ type, extensions }) => canonicalOf({ type, extensions }));
    if (was !== is) tell(schemeChanged, revision.name, base.at, revision.at);
  },
};

/** What credentials are, but for the flows to get them. */
function contentOf(scheme: SecurityScheme): string {
  const { type, scheme: name, in: place, parameterName, openIdConnectUrl, oauth2MetadataUrl } = scheme;
  return canonicalOf({ type, name: name?.toLowerCase(), place, parameterName, openIdConnectUrl, oauth2MetadataUrl });
}

/** All that makes one scheme another, whatever it is called. */
export function signatureOf(scheme: SecurityScheme): string {
  const flows = scheme.flows.map(({ at: _, scopes, ...flow }) => ({ ...flow, scopes: scopes.map(({ name }) => name) }));
  return `${contentOf(scheme)} ${canonicalOf(flows)}`;
}
