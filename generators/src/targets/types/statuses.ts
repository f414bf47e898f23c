// `200`, `4XX`, `default` -> the type of the status codes a response is for: each code belongs to one response only.
import {
  type Code,
  code,
  generatedType,
  literal,
  nothing,
  type TypeAliasDeclaration,
  typeAlias,
  unionTypeOf,
} from "../../emit/index.ts";
import type { Response, Status } from "../../model/http.ts";
import { docOfText } from "../docs.ts";
import type { TypeNode } from "./type-node.ts";

/** The status of one response; codes that the other responses of the operation name are not among those of a range. */
export function statusNodeOf(status: Status, responses: readonly Response[]): TypeNode {
  if (status.kind === "code") return { kind: "literal", value: status.code };
  const others = responses.map((response) => response.status);
  const codes = others.flatMap((other) =>
    other.kind === "code" && isInside(other.code, status) ? [literal(other.code)] : [],
  );
  const ranges =
    status.kind === "default"
      ? others.flatMap((other) => (other.kind === "range" ? [rangeType(other.first)] : []))
      : [];
  const all = status.kind === "default" ? allType : rangeType(status.first);
  const excluded = [...codes, ...ranges];
  if (excluded.length === 0) return { kind: "verbatim", key: `status ${JSON.stringify(status)}`, code: all };
  const key = `status ${JSON.stringify([status, others])}`;
  return { kind: "verbatim", key, code: code`Exclude<${all}, ${unionTypeOf(excluded)}>` };
}

/** The declarations that the statuses of these responses refer to. */
export function statusDeclarationsOf(responses: readonly Response[]): TypeAliasDeclaration[] {
  const hasDefault = responses.some(({ status }) => status.kind === "default");
  const used = classes.filter(
    ({ first }) => hasDefault || responses.some(({ status }) => status.kind === "range" && status.first === first),
  );
  if (used.length === 0) return [];
  const ranges = used.map(({ first, name }) => {
    const text = code`\`${literal(first)}\${${digitType}}\${${digitType}}\``;
    return typeAlias(name, code`${numberInType}<${text}>`, docOfText(`The status codes ${first}00 to ${first}99.`));
  });
  const all = unionTypeOf(classes.map(({ first }) => rangeType(first)));
  return [
    ...(hasDefault ? [typeAlias("HttpStatus", all, docOfText("All status codes."))] : []),
    ...ranges,
    ...numberDeclarations,
  ];
}

const classes = [
  { first: 1, name: "InformationalStatus" },
  { first: 2, name: "SuccessStatus" },
  { first: 3, name: "RedirectionStatus" },
  { first: 4, name: "ClientErrorStatus" },
  { first: 5, name: "ServerErrorStatus" },
] as const;

const digitType: Code = code`${generatedType("Digit", "types", "operations.gen.ts")}`;
const numberInType: Code = code`${generatedType("NumberIn", "types", "operations.gen.ts")}`;

/** A thousand literals would be the longest part of a small file. */
const numberDeclarations: readonly TypeAliasDeclaration[] = [
  {
    ...typeAlias(
      "NumberIn",
      code`Text extends \`\${infer Value extends number}\` ? Value : never`,
      docOfText('`404` for `"404"`.'),
    ),
    typeParameters: [{ name: "Text" }],
  },
  typeAlias(
    "Digit",
    unionTypeOf(Array.from({ length: 10 }, (_, digit) => literal(digit))),
    docOfText("A digit of a status code."),
  ),
];

const allType: Code = code`${generatedType("HttpStatus", "types", "operations.gen.ts")}`;

function rangeType(first: number): Code {
  const statusClass = classes.find((range) => range.first === first);
  return statusClass === undefined ? nothing : code`${generatedType(statusClass.name, "types", "operations.gen.ts")}`;
}

function isInside(code: number, status: Status): boolean {
  return status.kind === "default" || (status.kind === "range" && Math.floor(code / 100) === status.first);
}
