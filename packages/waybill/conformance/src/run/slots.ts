// What takes place at a time, and conflicts with what is there already -> for each operation, the next time that none of its requests had, and
// what they last named that had room for more.
import type { Operation } from "waybill/description";
import type { JsonObject } from "../values/json.ts";
import { ownerOfPath } from "./knowledge.ts";

export class Slots {
  /** By what the operations are about: a change may conflict with what another operation made. */
  private readonly steps = new Map<string, number>();
  private readonly lastReferences = new Map<string, JsonObject>();

  /** How much later something takes place than all before. */
  next({ path }: Operation): number {
    const owner = ownerOfPath(path.text);
    const step = (this.steps.get(owner) ?? 0) + 1;
    this.steps.set(owner, step);
    return step;
  }

  /** From the first time again, for what names something else. */
  restart({ path }: Operation): void {
    this.steps.delete(ownerOfPath(path.text));
  }

  /** What had room for more the last time. */
  setLastReferences({ path }: Operation, references: JsonObject): void {
    this.lastReferences.set(ownerOfPath(path.text), references);
  }

  lastReferencesFor({ path }: Operation): JsonObject {
    return this.lastReferences.get(ownerOfPath(path.text)) ?? {};
  }
}
