// What the two threads of forms.ts say to each other.
import type { MessagePort } from "node:worker_threads";

/** The state of a file, by its id, in memory that both threads see. */
export const free = 0;
/** One of the threads computes its form. */
export const claimed = 1;
/** The second thread has sent its form. */
export const done = 2;

export interface FormRequest {
  readonly id: number;
  readonly path: string;
  readonly text: string;
}

export interface FormResult {
  readonly id: number;
  readonly form: string | null;
}

/** What the second thread starts with. */
export interface FormThread {
  readonly claims: Int32Array;
  readonly port: MessagePort;
}
