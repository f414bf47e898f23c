// Operations -> how the pages of each are requested: as configured, else by an extension of the operation, else by its names.
import { quote } from "../../../diagnostics/index.ts";
import type { Location } from "../../../source/index.ts";
import type { HttpApi, Operation } from "../../http.ts";
import type { Pagination } from "../../pagination.ts";
import { selectsOperation } from "../filters.ts";
import { plannedBy } from "./configured.ts";
import { detectedIn } from "./detected.ts";
import { statedIn } from "./extensions.ts";
import type { PaginationOption, PaginationRule } from "./pagination-rule.ts";
import { fitOf, type Misfit } from "./plan.ts";

/** A rule or an extension that an operation does not fit. */
export interface PaginationProblem {
  /** `pagination[0]`, or the name of the extension. */
  readonly source: string;
  /** Whether it is a mistake in the configuration; otherwise the operation is not paginated, and a warning reports it. */
  readonly isConfigured: boolean;
  readonly operation: string;
  readonly reason: string;
  readonly hint: string;
  readonly at: Location;
}

export interface Paginated {
  readonly paginations: ReadonlyMap<Operation, Pagination>;
  readonly problems: readonly PaginationProblem[];
}

export function withPagination(http: HttpApi, option: PaginationOption): HttpApi {
  const { paginations } = paginationsIn(http, option);
  for (const operation of http.operations) {
    const pagination = paginations.get(operation) ?? null;
    Object.assign(operation, { pagination } satisfies Pick<Operation, "pagination">);
  }
  return http;
}

export function paginationsIn(http: HttpApi, option: PaginationOption): Paginated {
  const paginations = new Map<Operation, Pagination>();
  const problems: PaginationProblem[] = [];
  if (option === false) return { paginations, problems };
  const rules = option.map((rule, index) => new AppliedRule(rule, index));
  for (const operation of http.operations) {
    const rule = rules.find((one) => one.selects(operation));
    const pagination = rule === undefined ? unconfigured(operation, http, problems) : rule.apply(operation);
    if (pagination !== null) paginations.set(operation, pagination);
  }
  return { paginations, problems: [...rules.flatMap((rule) => rule.problems()), ...problems] };
}

/** A rule may select more than lists: what lacks the parameters of the rule is not meant, unless nothing has them. */
class AppliedRule {
  private readonly rule: PaginationRule;
  private readonly index: number;
  private readonly unmeant: PaginationProblem[] = [];
  private readonly unfit: PaginationProblem[] = [];
  private fits = 0;

  constructor(rule: PaginationRule, index: number) {
    this.rule = rule;
    this.index = index;
  }

  selects(operation: Operation): boolean {
    return selectsOperation(this.rule, operation);
  }

  apply(operation: Operation): Pagination | null {
    const plan = plannedBy(this.rule, this.index);
    if (plan === null) return null;
    const fit = fitOf(operation, plan);
    if (fit.ok) {
      this.fits += 1;
      return fit.pagination;
    }
    const { misfit } = fit;
    const problem = problemOf(operation, plan.evidence, misfit, true);
    const isMeant = "field" in plan.next && !misfit.isInRequest;
    (isMeant ? this.unfit : this.unmeant).push(problem);
    return null;
  }

  problems(): readonly PaginationProblem[] {
    return this.fits + this.unfit.length > 0 ? this.unfit : this.unmeant.slice(0, 1);
  }
}

function unconfigured(operation: Operation, http: HttpApi, problems: PaginationProblem[]): Pagination | null {
  const stated = statedIn(operation, http);
  if (stated?.kind === "unknown") {
    const hint = `say how it is paginated with the option pagination, or leave the extension out`;
    problems.push(problemOf(operation, stated.name, { reason: stated.reason, hint, isInRequest: false }, false));
    return null;
  }
  const plan = stated === null ? detectedIn(operation) : stated.plan;
  if (plan === null) return null;
  const fit = fitOf(operation, plan);
  if (fit.ok) return fit.pagination;
  if (stated !== null) problems.push(problemOf(operation, stated.name, fit.misfit, false));
  return null;
}

function problemOf(
  { id, at }: Operation,
  source: string,
  { reason, hint }: Misfit,
  isConfigured: boolean,
): PaginationProblem {
  return { source, isConfigured, operation: quote(id), reason, hint, at };
}
