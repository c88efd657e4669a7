import { OperationNodeTransformer, type KyselyPlugin, type SchemableIdentifierNode } from 'kysely';
import type { Queries, TransactionSteps } from './eventStore.ts';

/** A table that is being filled beside the live one. */
export const nextName = (table: string): string => `${table}__next`;
/** A former live table, until it is removed. */
export const oldName = (table: string): string => `${table}__old`;

/** The part that differs between the databases when tables are built beside the live ones. All of it runs inside the caller's transaction. */
export interface ShadowTables {
  /** A text that differs when a column, index or constraint of the tables does. */
  shapeOf(tables: readonly string[]): TransactionSteps<string>;
  /** Makes an empty `<table>__next` for each, with the same columns, indexes and constraints. */
  create(tables: readonly string[]): TransactionSteps;
  /** Replaces each table by its `<table>__next`, under the same names. Readers see all of them change at the same moment. */
  switchOver(tables: readonly string[]): TransactionSteps;
  /** Removes one bounded piece of the tables `…__old`, and of `…__next` when `withNext`. False when nothing was left. */
  sweep(withNext: boolean): TransactionSteps<boolean>;
  /** True for an error of `switchOver` that only means that someone is reading the tables at the moment. */
  isInUse(error: unknown): boolean;
}

/** The same query builder, but for `<table>__next` instead of each of the tables. Text inside `sql` is not changed. */
export function queriesBeside(queries: Queries, tables: readonly string[]): Queries {
  const transformer = new RenamingTransformer(new Map(tables.map((table) => [table, nextName(table)])));
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
    transformResult: ({ result }) => Promise.resolve(result),
  };
  return queries.withPlugin(plugin);
}

class RenamingTransformer extends OperationNodeTransformer {
  readonly #names: ReadonlyMap<string, string>;

  constructor(names: ReadonlyMap<string, string>) {
    super();
    this.#names = names;
  }

  protected override transformSchemableIdentifier(node: SchemableIdentifierNode): SchemableIdentifierNode {
    const name = this.#names.get(node.identifier.name);
    return name === undefined ? node : { ...node, identifier: { ...node.identifier, name } };
  }
}
