export declare function isMultipleOf(value: number, divisor: number): boolean;
export declare function isDate(text: string): boolean;
export declare function isTime(text: string): boolean;
export declare function isDateTime(text: string): boolean;
export declare function isDuration(text: string): boolean;
export declare function isIpv4(text: string): boolean;
export declare function isIpv6(text: string): boolean;
export declare function isEmail(text: string): boolean;
export declare function isQualified(domain: string): boolean;
export declare function isMailLabel(label: string): boolean;
export interface UriGrammar {
    readonly absolute: RegExp;
    readonly relative: RegExp;
}
export declare function uriGrammarOf(letters?: string, queryLetters?: string): UriGrammar;
export declare function isUri(text: string): boolean;
export declare function isUriReference(text: string): boolean;
export declare function hasGoodHost(match: RegExpExecArray | null): boolean;
export declare function isObject(value: unknown): value is Record<string, unknown>;
export declare function ownMember(value: object, name: string): unknown;
export declare function hasSize(value: Readonly<Record<string, unknown>>, size: number): boolean;
export declare function canonical(value: unknown): string;
export declare function isEqual(value: unknown, other: unknown): boolean;
export declare function isArray(value: unknown): value is readonly unknown[];
export declare function isUnique(values: readonly unknown[]): boolean;
export declare function hasAtLeast(text: string, count: number): boolean;
export declare function hasAtMost(text: string, count: number): boolean;
export type Guard = (value: unknown) => boolean;
export interface OperationGuards {
    readonly path?: Guard;
    readonly query?: Guard;
    readonly headers?: Guard;
    readonly cookies?: Guard;
    readonly body?: Readonly<Record<string, Guard>>;
}
