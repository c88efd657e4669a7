import * as z from 'zod';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { endpoints } from '../../../src/contract/endpoints/index.ts';

const inOutput = z.object({
  properties: z.object({ list: z.object({ items: z.looseObject({ properties: z.record(z.string(), z.unknown()) }) }) }),
});

/** Only readable in pages. */
const withoutFile: ReadonlySet<string> = new Set(['quarantineList']);

/** The calls that answer pages of rows and can be exported. */
export const listCalls: readonly (readonly [string, Endpoint])[] = Object.entries<Endpoint>(endpoints).filter(
  ([name, { method, isUnmetered, permission, output }]) =>
    !withoutFile.has(name) &&
    (method === 'GET' || isUnmetered === true) &&
    permission !== 'open' &&
    output instanceof z.ZodObject &&
    'max_page' in output.shape,
);

/** The export of a list with this query, with all of its columns that a file has room for. */
export function exportInput({ path, variant, output }: Endpoint, query: unknown): object {
  const { list } = inOutput.parse(z.toJSONSchema(output, { unrepresentable: 'any' })).properties;
  const columns = Object.keys(list.items.properties)
    .slice(0, 60)
    .map((field) => ({ field, header: field, as: 'text' }));
  return { path, variant, query: query ?? {}, columns, format: 'csv', name: '列表' };
}
