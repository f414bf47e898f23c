export interface SeenStore {
    claim(key: string, options: {
        readonly leaseSeconds: number;
    }): Promise<Claim | null>;
}
export interface Claim {
    complete(ttlSeconds: number): Promise<void>;
    release(): Promise<void>;
}
export interface MemorySeenStoreOptions {
    readonly maxKeys?: number | undefined;
    readonly now?: (() => number) | undefined;
}
export declare function memorySeenStore({ maxKeys, now }?: MemorySeenStoreOptions): SeenStore;
