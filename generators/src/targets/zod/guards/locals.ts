// Names of members -> names of the constants that hold them, within one function.
import { type Code, identifier } from "../../../emit/index.ts";
import { camelOf } from "../../../model/identifiers.ts";

/** What functions and constants of the file are called, what guards call, and words that cannot be names. */
const others =
  /^(?:is[A-Z_]|has[A-Z])|^(?:value|element|name|member|found|count|ownMember|Array|Number|Object|Set|RegExp|then|default|undefined)$/;

export class Locals {
  private readonly taken = new Set<string>();

  /** The member's own name where it can be one; no two members of a function share one. */
  nameOf(member: string): Code {
    let name = /^[A-Za-z][A-Za-z0-9_]*$/.test(member) && !member.includes("__") ? member : camelOf(member) || "member";
    if (others.test(name) || !isUsable(name)) name = `${name}Member`;
    while (this.taken.has(name)) name += "_";
    this.taken.add(name);
    return identifier(name);
  }
}

function isUsable(name: string): boolean {
  try {
    identifier(name);
    return true;
  } catch {
    return false;
  }
}
