// Keeps many queues of ascending times in a few typed arrays: 4 bytes a time, and no object for a queue or a time.

/** A block is this many words: times, and in the last word the next block. 7 times fill 32 bytes. */
const blockWords = 8;
const linkWord = blockWords - 1;
/** Blocks are taken from slabs, so that growing never copies: 4,096 blocks are 128 KiB. */
const slabBlocks = 4096;
const slabWords = slabBlocks * blockWords;
const none = 0xffff_ffff;

/** Times of one queue span less than this: they are kept modulo 2^32 and read back from the newest, which is whole. */
export const maxSpan: number = 2 ** 32;

/** Queues are numbers, given out by `create`. Times are whole milliseconds; a queue is only given times that ascend. */
export class TimeQueues {
  readonly #slabs: Uint32Array[] = [];
  #blocks = 0;
  #freeBlock = none;

  #queues = 0;
  readonly #freeQueues: number[] = [];
  #lengths: Uint32Array = new Uint32Array(64);
  #heads: Uint32Array = new Uint32Array(64);
  #tails: Uint32Array = new Uint32Array(64);
  #newest: Float64Array = new Float64Array(64);

  /** An empty queue. Numbers of released queues are used again, so they stay below the most queues there ever were. */
  create(): number {
    const reused = this.#freeQueues.pop();
    if (reused !== undefined) return reused;
    if (this.#queues === this.#lengths.length) this.#makeRoom();
    return this.#queues++;
  }

  /** Empties the queue and gives its number back. */
  release(queue: number): void {
    while (this.length(queue) > 0) this.shift(queue);
    this.#freeQueues.push(queue);
  }

  length(queue: number): number {
    return this.#lengths[queue] ?? 0;
  }

  /** The time pushed last, also after it was shifted out. */
  newest(queue: number): number {
    return this.#newest[queue] ?? 0;
  }

  /** The time pushed first of those that are left; the queue is not empty. */
  oldest(queue: number): number {
    const newest = this.newest(queue);
    return newest - ((newest - this.#word(this.#heads[queue] ?? 0)) >>> 0);
  }

  push(queue: number, time: number): void {
    const length = this.length(queue);
    const tail = this.#roomAfter(queue, length);
    this.#setWord(tail, time >>> 0);
    this.#tails[queue] = tail + 1;
    this.#newest[queue] = time;
    this.#lengths[queue] = length + 1;
  }

  /** Drops the oldest time; the queue is not empty. */
  shift(queue: number): void {
    const head = this.#heads[queue] ?? 0;
    const length = this.length(queue) - 1;
    this.#lengths[queue] = length;
    const atEnd = head % blockWords === linkWord - 1;
    this.#heads[queue] = atEnd && length > 0 ? this.#word(head + 1) * blockWords : head + 1;
    if (atEnd || length === 0) this.#releaseBlock(Math.floor(head / blockWords));
  }

  /** Bytes of the arrays: what all of it takes, apart from what the caller keeps for a queue. */
  get bytes(): number {
    const perQueue = this.#lengths.byteLength + this.#heads.byteLength + this.#tails.byteLength;
    return this.#slabs.length * slabWords * 4 + perQueue + this.#newest.byteLength;
  }

  /** The word that the next time goes to, in a new block when there is none or it is full. */
  #roomAfter(queue: number, length: number): number {
    const tail = this.#tails[queue] ?? 0;
    if (length > 0 && tail % blockWords !== linkWord) return tail;
    const block = this.#takeBlock();
    if (length > 0) this.#setWord(tail, block);
    else this.#heads[queue] = block * blockWords;
    return block * blockWords;
  }

  #takeBlock(): number {
    const free = this.#freeBlock;
    if (free !== none) {
      this.#freeBlock = this.#word(free * blockWords + linkWord);
      return free;
    }
    if (this.#blocks === this.#slabs.length * slabBlocks) this.#slabs.push(new Uint32Array(slabWords));
    return this.#blocks++;
  }

  #releaseBlock(block: number): void {
    this.#setWord(block * blockWords + linkWord, this.#freeBlock);
    this.#freeBlock = block;
  }

  #makeRoom(): void {
    const size = this.#lengths.length * 2;
    const grown = <T extends Uint32Array | Float64Array>(to: T, from: T): T => {
      to.set(from);
      return to;
    };
    this.#lengths = grown(new Uint32Array(size), this.#lengths);
    this.#heads = grown(new Uint32Array(size), this.#heads);
    this.#tails = grown(new Uint32Array(size), this.#tails);
    this.#newest = grown(new Float64Array(size), this.#newest);
  }

  #word(at: number): number {
    return this.#slabs[Math.floor(at / slabWords)]?.[at % slabWords] ?? 0;
  }

  #setWord(at: number, value: number): void {
    const slab = this.#slabs[Math.floor(at / slabWords)];
    if (slab !== undefined) slab[at % slabWords] = value;
  }
}
