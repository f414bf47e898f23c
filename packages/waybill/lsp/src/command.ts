// The command `waybill lsp` as data; running it loads the server.
import type { Command } from "waybill/command";

export const command: Command = {
  name: "lsp",
  summary: "Run the language server: diagnostics, hover, completion, rename, and breaking changes as you type",
  usage: "waybill lsp [--stdio]",
  flags: [{ name: "stdio", value: null, summary: "Communicate over standard input and output; the default" }],
  positionals: null,
  notes: [
    "Your editor starts it; docs/editors.md has settings for Neovim, Helix and JetBrains.",
    "The nearest waybill.config.ts lists the descriptions; without one, each document that begins with openapi or asyncapi is an API.",
    "Needs the package @waybill/lsp: npm install --save-dev @waybill/lsp",
  ],
  run: async (_args, _terminal) => {
    const { serve } = await import("./server.ts");
    await serve({ input: process.stdin, output: process.stdout });
    return 0;
  },
};
