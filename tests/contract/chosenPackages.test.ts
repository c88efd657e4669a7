import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';

/** Each package that the product's owner chose, with the folder that alone imports it; '' if any may. */
const chosen: readonly { readonly name: string; readonly importedBy: string }[] = [
  { name: 'react', importedBy: 'src/' },
  { name: 'react-dom', importedBy: 'src/' },
  { name: 'react-router-dom', importedBy: 'src/' },
  { name: 'react-hook-form', importedBy: 'src/' },
  { name: 'xstate', importedBy: 'src/' },
  { name: '@xstate/react', importedBy: 'src/' },
  { name: 'rxjs', importedBy: 'src/' },
  { name: 'reconnecting-websocket', importedBy: 'src/' },
  { name: 'js-md5', importedBy: 'src/' },
  { name: 'zod', importedBy: '' },
  { name: 'primereact', importedBy: 'src/ui/' },
  { name: 'primeicons', importedBy: 'src/ui/' },
  { name: 'primelocale', importedBy: 'src/ui/' },
  { name: 'echarts', importedBy: 'src/ui/' },
  { name: '@deck.gl/core', importedBy: 'src/ui/' },
  { name: '@deck.gl/layers', importedBy: 'src/ui/' },
];

const listed = z
  .object({ dependencies: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8'))).dependencies;

const sources = ['src', 'server'].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|css)$/.test(file))
    .map((file) => {
      const path = join(root, file).replaceAll('\\', '/');
      return { path, text: readFileSync(path, 'utf8') };
    }),
);

const importersOf = (name: string): readonly string[] => {
  const specifier = new RegExp(
    `(from\\s*|import\\s*|import\\(|url\\()['"](?:[./]*node_modules/)?${name}(/[^'"]*)?['"]`,
  );
  return sources.filter(({ text }) => specifier.test(text)).map(({ path }) => path);
};

describe('the packages that the product’s owner chose', () => {
  it.each(chosen)('$name is listed, and used where it serves', ({ name, importedBy }) => {
    expect(Object.keys(listed)).toContain(name);
    const importers = importersOf(name);
    expect(importers).not.toEqual([]);
    expect(importers.filter((path) => !path.startsWith(importedBy))).toEqual([]);
  });
});
