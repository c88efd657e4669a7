import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { endpoints } from './endpoints/index.ts';

/** Paths of the arrays in a JSON schema that may be of any length. */
function unboundedArrays(schema: unknown, path = ''): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own =
    'type' in schema && schema.type === 'array' && !('maxItems' in schema) && !('prefixItems' in schema) ? [path] : [];
  return [...own, ...Object.entries(schema).flatMap(([key, part]) => unboundedArrays(part, `${path}/${key}`))];
}

describe('what a caller may send', () => {
  it.each(Object.entries(endpoints))('%s: every array has a greatest length', (_name, { input }) => {
    expect(unboundedArrays(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }))).toEqual([]);
  });

  it('an array without one is found, however deep it lies', () => {
    const deep = z.object({
      data: z.union([z.string(), z.object({ rows: z.array(z.number()).min(1) })]),
      kinds: z.array(z.string()).max(3),
    });
    expect(unboundedArrays(z.toJSONSchema(deep, { io: 'input' }))).toHaveLength(1);
  });

  it('the ids of a moving picture are no more than a screen can show', () => {
    const { input } = endpoints.elevatorRealtime;
    expect(input.safeParse({ ids: Array.from({ length: 1_000 }, (_, id) => id + 1).join(',') }).success).toBe(true);
    expect(input.safeParse({ ids: Array.from({ length: 1_001 }, (_, id) => id + 1).join(',') }).success).toBe(false);
  });
});
