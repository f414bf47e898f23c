export interface ByteStream {
    on(event: string, listener: (argument: unknown) => void): unknown;
    off(event: string, listener: (argument: unknown) => void): unknown;
}
export declare function joined(chunks: readonly Uint8Array[]): Uint8Array;
export declare function readStream(stream: ByteStream, maxBytes: number): Promise<Uint8Array | null>;
