// Every rule about HTTP, by topic.
import type { Operation, Response } from "../../../model/http.ts";
import type { AnyKind } from "../../change.ts";
import { kindsOf, type Rule } from "../../rule.ts";
import { bodyRule, mediaTypesRule } from "./bodies.ts";
import { namesRule, operationKinds, tagsRule } from "./operations.ts";
import { type Field, fieldRequiredRule, fieldStyleRule, parametersRule } from "./parameters.ts";
import { headersRule, linksRule, statusesRule } from "./responses.ts";
import { schemeRule, securityRule } from "./security.ts";
import { serversRule } from "./servers.ts";

/** About what is sent to the server of the operation. */
export const operationRules: readonly Rule<Operation>[] = [namesRule, tagsRule, parametersRule, bodyRule];
export const fieldRules: readonly Rule<Field>[] = [fieldRequiredRule, fieldStyleRule];
export const responseRules: readonly Rule<Response>[] = [headersRule, linksRule];

export const httpKinds: readonly AnyKind[] = [
  ...operationKinds,
  ...kindsOf([
    ...operationRules,
    ...fieldRules,
    ...responseRules,
    mediaTypesRule,
    statusesRule,
    serversRule,
    securityRule,
    schemeRule,
  ]),
];
