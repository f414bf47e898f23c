// A rule of a team: the kind of node that it is about, and the function that checks each.
import type { Api } from "../model/api.ts";
import type { MediaType, Operation, Parameter, Response } from "../model/http.ts";
import type { Channel, Message } from "../model/messaging.ts";
import type { NamedSchema } from "../model/schema.ts";
import type { Location } from "../source/index.ts";

/** What a rule can be about. */
export interface RuleNodes {
  readonly operation: Operation;
  readonly parameter: Parameter;
  readonly response: Response;
  /** A media type of a request body or a response. */
  readonly body: MediaType;
  readonly schema: NamedSchema;
  readonly channel: Channel;
  readonly message: Message;
  /** An OpenAPI or AsyncAPI document as it is written. */
  readonly document: LintedDocument;
}

/** A description for rules that are about what is written, not about what it means: those of rulesets for other tools. */
export interface LintedDocument {
  /** Its root. */
  readonly at: Location;
  /** The parsed document: plain values of JSON, with references as they are written. */
  readonly value: unknown;
  /** The same with the target in place of each reference, other files included; only references in a circle are left. */
  resolved(): unknown;
  /** Where a value of `resolved()` is written: along `path` and through references, as far as it leads. */
  locate(path: readonly (string | number)[]): Location;
  /** Where a value of `value` is written, or one of another file that was read: along `path`, as far as it leads. */
  locateWritten(path: readonly (string | number)[], file?: string): Location;
  /** Absolute, with forward slashes. */
  readonly path: string;
  /** The text of this document or of another one that was read; `null` for one that was not. `address`: a path, or a URL. */
  textOf(address: string): string | null;
}

export type RuleSubject = keyof RuleNodes;

export const ruleSubjects: readonly RuleSubject[] = [
  "operation",
  "parameter",
  "response",
  "body",
  "schema",
  "channel",
  "message",
  "document",
];

export interface RuleFinding {
  /** One line, no full stop: what is wrong. */
  readonly message: string;
  /** One line: the next thing to try. */
  readonly hint?: string;
  /** Default: the node itself. */
  readonly at?: Location;
}

export interface RuleContext {
  readonly report: (finding: RuleFinding) => void;
  /** All of the description. */
  readonly api: Api;
}

/** A rule of a team. `On`: the kind of node that it checks. */
export interface RuleOn<On extends RuleSubject> {
  /** Lower case letters, digits and `-`: how messages and `lint.rules` name it. */
  readonly name: string;
  readonly on: On;
  /** Default: `warn`. `lint.rules` and `lint.overrides` change it. */
  readonly severity?: "warn" | "error" | "off";
  /** Called for each node. */
  check(node: RuleNodes[On], context: RuleContext): void | Promise<void>;
}

export type LintRule = { [On in RuleSubject]: RuleOn<On> }[RuleSubject];

/** Returns its argument; with it, the node that `check` gets has the type of `on`. */
export function defineRule<On extends RuleSubject>(rule: RuleOn<On>): RuleOn<On> {
  return rule;
}
