export declare function pause(milliseconds: number, caller: AbortSignal | undefined): Promise<void>;
export declare function backoffOf(attempt: number): number;
