import type { CompiledQuery } from 'kysely';

export type Execute = (query: CompiledQuery) => Promise<readonly unknown[]>;
