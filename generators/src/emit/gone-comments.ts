// An operation that is no longer described -> the comment that marks it in code that people wrote. `scaffold` and `upgrade` write one each,
// and neither where the other one has.

/** What `scaffold` writes above a handler. */
export function goneHandlerText(name: string): string {
  return `waybill: ${name} is no longer an operation of the description. Delete this when you no longer need it.`;
}

/** What `upgrade` writes above a use, after `TODO waybill: `. */
export function removedOperationText(name: string): string {
  return `the operation ${name} was removed`;
}

export function isMarkedGone(code: string, name: string): boolean {
  return code.includes(goneHandlerText(name)) || code.includes(`TODO waybill: ${removedOperationText(name)} `);
}
