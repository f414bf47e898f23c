export declare function within<Value>(milliseconds: number, caller: AbortSignal | undefined, late: () => unknown, work: (signal: AbortSignal) => Promise<Value>): Promise<Value>;
