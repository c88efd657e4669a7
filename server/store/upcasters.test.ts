import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { Upcasters, upcasterSteps, type UpcasterSteps } from './upcasters.ts';

const fixtures = new URL('../../tests/support/store/fixtures/', import.meta.url);
const fixtureSchema = z.object({
  stored: z.object({ type: z.string(), schema_version: z.number().int().positive(), data: z.unknown() }),
  upcast: z.unknown(),
});
const readFixture = async (name: string) =>
  fixtureSchema.parse(JSON.parse(await readFile(new URL(name, fixtures), 'utf8')));

/** Shows how to write a step: the product has changed no event yet. */
const exampleSteps: UpcasterSteps = {
  'example.renamed': [
    (data) => {
      const old = z.object({ mobile: z.string(), people: z.string() }).parse(data);
      return { contact_mobile: old.mobile, people_num: Number(old.people) };
    },
    (data) => ({ ...z.record(z.string(), z.unknown()).parse(data), vulnerable: false }),
  ],
};
const allSteps: UpcasterSteps = { ...exampleSteps, ...upcasterSteps };

describe('events of earlier shapes', () => {
  test('every step has a stored event as its fixture', async () => {
    const expected = Object.entries(allSteps).flatMap(([type, steps]) =>
      steps.map((_, index) => `${type}.v${index + 1}.json`),
    );
    expect((await readdir(fixtures)).toSorted()).toEqual(expected.toSorted());
  });

  test('each fixture, as it was stored, is read in the newest shape', async () => {
    const upcasters = new Upcasters(allSteps);
    for (const name of await readdir(fixtures)) {
      const { stored, upcast } = await readFixture(name);
      expect(`${stored.type}.v${stored.schema_version}.json`).toBe(name);
      expect(upcasters.upcast(stored.type, stored.schema_version, stored.data), name).toEqual(upcast);
    }
  });

  test('an event of the newest shape, or of a type that never changed, is left alone', () => {
    const upcasters = new Upcasters(allSteps);
    const data = { anything: 1 };
    expect(upcasters.upcast('example.renamed', 3, data)).toBe(data);
    expect(upcasters.upcast('rescue.raised', 1, data)).toBe(data);
    expect(upcasters.currentVersion('example.renamed')).toBe(3);
    expect(upcasters.currentVersion('rescue.raised')).toBe(1);
  });

  test('an event written by a newer program is refused, saying so', () => {
    expect(() => new Upcasters(allSteps).upcast('example.renamed', 4, {})).toThrow('更新版本的梯安');
  });
});
