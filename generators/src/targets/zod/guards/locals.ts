// Names of members -> names of the constants that hold them, within one function.
import { type Code, identifier } from "../../../emit/index.ts";
import { camelOf } from "../../../model/naming/identifiers.ts";

/** What functions and constants of the file are called, what guards call, and words that cannot be names. */
const others =
  /^(?:is[A-Z_]|has[A-Z])|^(?:value|element|name|member|found|count|ownMember|Array|Number|Object|Set|RegExp|then|default|undefined)$/;

export class Locals {
  private readonly taken = new Set<string>();

  /** The member's own name where it can be one; no two members of a function share one. */
  nameOf(member: string): Code {
    const wanted = /^[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)*$/.test(member) ? member : camelOf(member) || "member";
    const own = others.test(wanted) ? null : this.claimed(wanted);
    return own ?? this.claimed(`${wanted}Member`) ?? identifier("member");
  }

  /** `null` for a word of the language. */
  private claimed(wanted: string): Code | null {
    let name = wanted;
    while (this.taken.has(name)) name += "_";
    try {
      const made = identifier(name);
      this.taken.add(name);
      return made;
    } catch {
      return null;
    }
  }
}
