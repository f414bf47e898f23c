export declare function checkedNumber(name: string, value: number, { least, most }: {
    readonly least: number;
    readonly most?: number;
}): number;
