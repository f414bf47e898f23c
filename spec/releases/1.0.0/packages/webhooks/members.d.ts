export declare function isObject<Value>(value: Value): value is Value & object;
export declare function memberOf(value: unknown, name: string): unknown;
