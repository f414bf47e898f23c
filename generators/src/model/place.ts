// Locations as text: the part of the source layer that targets may import, to show where something is defined.
export { displayOf, identityOf, type Location, tokensTo, writtenAt } from "../source/index.ts";
