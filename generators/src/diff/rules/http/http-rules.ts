// Every rule about HTTP, by topic.
import type { Operation, Response } from "../../../model/http.ts";
import type { AnyKind } from "../../change.ts";
import { kindsOf, type Rule } from "../../rule.ts";
import { bodyRule } from "./body.ts";
import { headersRule } from "./headers.ts";
import { linksRule } from "./links.ts";
import { mediaTypesRule } from "./media-types.ts";
import { namesRule } from "./names.ts";
import { operationKinds } from "./operations.ts";
import { type Field, fieldRequiredRule, fieldStyleRule } from "./parameter.ts";
import { parametersRule } from "./parameters.ts";
import { securityRule } from "./security.ts";
import { schemeRule } from "./security-schemes.ts";
import { serversRule } from "./servers.ts";
import { statusesRule } from "./statuses.ts";
import { tagsRule } from "./tags.ts";

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
