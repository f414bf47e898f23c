// The Zod schema of every schema of the API.

export {};
