export declare function awaitedOnly<Result>(work: Promise<Result>): Promise<Result>;
