// What a program that embeds the language server imports.
export { type ServerStreams, serve } from "./server.ts";
