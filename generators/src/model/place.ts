// Places in words: as much of the source layer as targets may know, to say where a thing comes from.
export { displayOf, identityOf, type Location, tokensTo } from "../source/index.ts";
