// A name -> the expression for the member of that name.
import { type Code, code, literal } from "../../../emit/index.ts";
import { isInherited } from "../object-form.ts";
import type { GuardScope } from "./guard-scope.ts";

/** Names that every object inherits are looked up among its own. */
export function memberOf(name: string, scope: GuardScope): Code {
  return isInherited(name)
    ? code`${scope.helper("ownMember")}(value, ${literal(name)})`
    : code`value[${literal(name)}]`;
}
