import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

// What the linter's import rules cannot see. Tests, stories and their fixtures may reach for anything.

const root = fileURLToPath(new URL('../..', import.meta.url));
const isProduction = (path: string) =>
  /\.tsx?$/.test(path) &&
  !/\.(test|stories|fixtures)\.tsx?$|(^|\/)(stories|fixtures|bench)\/|Stories\.tsx$|Suite\.ts$/.test(path);

interface Source {
  readonly path: string;
  readonly text: string;
}

const sourcesOf = (folder: string): readonly Source[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter(isProduction)
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

interface Import {
  readonly from: string;
  readonly to: string;
}

const importsOf = ({ path, text }: Source): readonly Import[] =>
  [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, target = '']) => ({
    from: path,
    to: join(dirname(path), target),
  }));

/** The two folders, side by side in one, between which an import goes; undefined within a folder, or between a folder and one inside it. */
function crossing({ from, to }: Import): readonly [string, string] | undefined {
  const [a, b] = [dirname(from).split('/'), dirname(to).split('/')];
  const shared = a.findIndex((part, index) => part !== b[index]);
  if (shared === -1 || shared >= b.length) return undefined;
  return [a.slice(0, shared + 1).join('/'), b.slice(0, shared + 1).join('/')];
}

/** Each pair of folders that import each other, with the imports of the rarer direction: those to mend. */
function mutualImports(imports: readonly Import[]): readonly string[] {
  const byPair = new Map<string, Import[]>();
  for (const one of imports) {
    const pair = crossing(one)?.join(' → ');
    if (pair !== undefined) byPair.set(pair, [...(byPair.get(pair) ?? []), one]);
  }
  return [...byPair].flatMap(([pair, there]) => {
    const back = byPair.get(pair.split(' → ').toReversed().join(' → '));
    if (back === undefined || back.length < there.length) return [];
    return [
      `${pair}, and back: ${there.map(({ from, to }) => `${from} imports ${relative(root, join(root, to))}`).join('; ')}`,
    ];
  });
}

it.each(['server', 'src'])('no two folders of %s import each other', (folder) => {
  expect(mutualImports(sourcesOf(folder).flatMap(importsOf))).toEqual([]);
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

const buildsQueries =
  /\.(selectFrom|insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(|\bsql`|\.executeQuery\(/;

it('rows are read and written only in store, projections, access, domain, queries, notify, imports and seed', () => {
  const elsewhere = sourcesOf('server').filter(
    ({ path }) => !/^server\/(store|projections|access|domain|queries|notify|imports|seed)\//.test(path),
  );
  expect(elsewhere.filter(({ text }) => buildsQueries.test(text)).map(({ path }) => path)).toEqual([]);
  expect(elsewhere.length).toBeGreaterThan(50);
});
