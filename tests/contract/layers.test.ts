import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findCircles, findUnusedExports, isForTests, readSource, readSources } from '../../scripts/importGraph.ts';
import { findLayerBreaks, foldersWithoutLayer } from '../../scripts/layers.ts';

const sources = readSources(fileURLToPath(new URL('../..', import.meta.url)), [
  'src',
  'server',
  'scripts',
  'tests',
  '.storybook',
  '.',
]);
const product = sources.filter(({ path }) => /^(src|server)\//.test(path) && !isForTests(path));

interface Edge {
  readonly from: string;
  readonly to: string;
}

/** The two folders, side by side in one, between which an import goes; undefined within a folder, or between a folder and one inside it. */
function crossing({ from, to }: Edge): readonly [string, string] | undefined {
  const [a, b] = [dirname(from).split('/'), dirname(to).split('/')];
  const shared = a.findIndex((part, index) => part !== b[index]);
  if (shared === -1 || shared >= b.length) return undefined;
  return [a.slice(0, shared + 1).join('/'), b.slice(0, shared + 1).join('/')];
}

/** Each pair of folders that import each other, with the imports of the rarer direction: those to mend. */
function mutualImports(imports: readonly Edge[]): readonly string[] {
  const byPair = new Map<string, Edge[]>();
  for (const one of imports) {
    const pair = crossing(one)?.join(' → ');
    if (pair !== undefined) byPair.set(pair, [...(byPair.get(pair) ?? []), one]);
  }
  return [...byPair].flatMap(([pair, there]) => {
    const back = byPair.get(pair.split(' → ').toReversed().join(' → '));
    if (back === undefined || back.length < there.length) return [];
    return [`${pair}, and back: ${there.map(({ from, to }) => `${from} imports ${to}`).join('; ')}`];
  });
}

describe('the layers', () => {
  it('imports go only where the tables of scripts/layers.ts let them', () => {
    expect(findLayerBreaks(sources)).toEqual([]);
    expect(sources.length).toBeGreaterThan(2_000);
  });

  it('each folder of src and server has a row in the table', () => {
    expect(foldersWithoutLayer(sources)).toEqual([]);
    expect(foldersWithoutLayer([readSource('server/elsewhere/a.ts', '')])).toEqual(['server/elsewhere']);
  });

  it('names file, line, rule and what to do instead', () => {
    const source = readSource(
      'server/rules/a.ts',
      "import { a } from '../runtime/a.ts';\nimport { b } from '../push/b.ts';\n",
    );
    expect(findLayerBreaks([source])).toEqual([
      expect.stringMatching(
        /^server\/rules\/a\.ts:2 imports server\/push\/b\.ts, but server\/rules may import .*: rules act by what the log says now/,
      ),
    ]);
  });

  it('finds a feature that reaches for another, a later room of a folder, and a package out of place', () => {
    const breaks = findLayerBreaks([
      readSource('src/features/login/a.ts', "import type { B } from '../join/b.ts';"),
      readSource('src/features/login/c.ts', "import { d } from './parts/d.ts';"),
      readSource('server/domain/rows/a.ts', "export * from '../base/brand.ts';"),
      readSource('server/domain/base/a.ts', "import '../rows/rowDesk.ts';"),
      readSource('src/streams/lists/a.ts', "import { useState } from 'react';"),
      readSource('src/ui/a.ts', "const deck = () => import('@deck.gl/core');"),
    ]);
    expect(breaks.map((text) => text.split(', but')[0])).toEqual([
      'src/features/login/a.ts:1 imports src/features/join/b.ts',
      'server/domain/rows/a.ts:1 imports server/domain/base/brand.ts',
      'src/streams/lists/a.ts:1 imports react',
    ]);
  });

  it('leaves tests of the server free within it, but not a test of a feature', () => {
    expect(
      findLayerBreaks([
        readSource('server/store/a.test.ts', "import { b } from '../queries/b.ts';"),
        readSource('src/features/login/a.test.ts', "import { b } from '../../../server/queries/b.ts';"),
        readSource('server/store/b.test.ts', "import { b } from '../../src/ui/b.ts';"),
      ]).map((text) => text.split(':')[0]),
    ).toEqual(['src/features/login/a.test.ts', 'server/store/b.test.ts']);
  });
});

it('no two folders side by side import each other', () => {
  const imports = product.flatMap(({ path, imports: all }) =>
    all.filter(({ isOurs }) => isOurs).map(({ to }) => ({ from: path, to })),
  );
  expect(mutualImports(imports)).toEqual([]);
});

it('finds two folders that import each other, however deep, but leaves a folder and what is inside it alone', () => {
  const imports = [
    { from: 'server/a/x.ts', to: 'server/b/deep/y.ts' },
    { from: 'server/b/z.ts', to: 'server/a/x.ts' },
    { from: 'server/b/z.ts', to: 'server/a/w.ts' },
    { from: 'server/a/x.ts', to: 'server/a/in/v.ts' },
    { from: 'server/a/in/v.ts', to: 'server/a/x.ts' },
  ];
  expect(mutualImports(imports)).toEqual(['server/a → server/b, and back: server/a/x.ts imports server/b/deep/y.ts']);
});

it('no files import each other in a circle, not even for a type: what both need goes to a file of its own', () => {
  expect(findCircles(sources)).toEqual([]);
});

it('finds a circle of three files that holds by a type alone', () => {
  const files = [
    readSource('a.ts', "import { b } from './b.ts';"),
    readSource('b.ts', "export const c = async () => import('./c.ts');"),
    readSource('c.ts', "import type { A } from './a.ts';"),
    readSource('d.ts', "import { b } from './b.ts';"),
  ];
  expect(findCircles(files)).toEqual([['a.ts', 'b.ts', 'c.ts']]);
});

it('every export is imported somewhere: take the word `export` from the others, or remove them', () => {
  expect(findUnusedExports(sources)).toEqual([]);
});

it('finds exports that nobody imports, also behind a file that passes them on, and leaves types that an export needs', () => {
  const files = [
    readSource(
      'a.ts',
      'export interface Wish { a: number }\nexport const used = (wish: Wish) => wish;\nexport const spare = 1;',
    ),
    readSource('b.ts', 'export type Unnamed = 1;\nexport function passed() {}\nexport class Lost {}'),
    readSource('index.ts', "export * from './b.ts';\nexport { used } from './a.ts';"),
    readSource('user.ts', "import { passed, used as mine } from './index.ts';"),
  ];
  expect(findUnusedExports(files)).toEqual(['a.ts:3 spare', 'b.ts:1 Unnamed', 'b.ts:3 Lost']);
});

const buildsQueries =
  /\.(selectFrom|insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(|\bsql`|\.executeQuery\(/;

it('rows are read and written only in store, projections, access, domain, queries, notify, imports and seed', () => {
  const elsewhere = product.filter(({ path }) =>
    /^server\/(?!(store|projections|access|domain|queries|notify|imports|seed)\/)/.test(path),
  );
  expect(elsewhere.filter(({ text }) => buildsQueries.test(text)).map(({ path }) => path)).toEqual([]);
  expect(elsewhere.length).toBeGreaterThan(50);
});
