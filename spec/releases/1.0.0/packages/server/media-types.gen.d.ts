export type ChooseMediaType = (types: readonly string[], sent: string) => string | undefined;
export declare const chooseMediaType: ChooseMediaType;
