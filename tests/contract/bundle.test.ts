import { gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { build, type Rolldown } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
const kB = 1_000;
/** Specification of the live picture: JavaScript and CSS of the wall, compressed. */
const wallLimit = 700 * kB;
/** What a browser has fetched once the wall stands: the page, its layout, the board itself. */
const boardModules = ['index.html', 'src/app/layout/inside.ts', 'src/features/dataBoard/index.ts'];
/** What is compared with in the benchmarks and must never be shipped. */
const peers = /node_modules[\\/](ag-grid-community|uplot)[\\/]/;

let output: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[] = [];
const chunks = (): readonly Rolldown.OutputChunk[] => output.filter((one) => one.type === 'chunk');
const named = (fileName: string): Rolldown.OutputChunk | Rolldown.OutputAsset => {
  const found = output.find((one) => one.fileName === fileName);
  if (found === undefined) throw new Error(`the build has no ${fileName}`);
  return found;
};
const compressedSize = (fileName: string): number => {
  const file = named(fileName);
  return gzipSync(file.type === 'chunk' ? file.code : file.source).length;
};

/** The chunk that begins with this source file. */
function chunkOf(module: string): Rolldown.OutputChunk {
  const found = chunks().find(({ facadeModuleId }) => facadeModuleId?.replaceAll('\\', '/').endsWith(`/${module}`));
  if (found === undefined) throw new Error(`${module} is no chunk of its own any more: say here what the wall loads`);
  return found;
}

/** File names of these chunks, of all that they import at once, of their styles and of the workers. */
function filesOf(modules: readonly string[]): ReadonlySet<string> {
  const files = new Set<string>();
  const add = (chunk: Rolldown.OutputChunk): void => {
    if (files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    for (const name of chunk.imports) {
      const imported = named(name);
      if (imported.type === 'chunk') add(imported);
    }
  };
  for (const module of modules) add(chunkOf(module));
  for (const { fileName } of output) if (/\.worker-[^/]*\.js$/.test(fileName)) files.add(fileName);
  return files;
}

const sizeOf = (files: ReadonlySet<string>): number => [...files].reduce((sum, file) => sum + compressedSize(file), 0);

beforeAll(async () => {
  // A test's own setting would bundle React's development half.
  vi.stubEnv('NODE_ENV', 'production');
  const built = await build({ root, logLevel: 'silent', build: { write: false } });
  if (!('output' in built)) throw new Error('one build was asked for');
  output = built.output;
  vi.unstubAllEnvs();
});

describe('what a browser has to fetch', () => {
  it('for the wall fits into 700 KB, drawn on the 2D canvas or by deck.gl', () => {
    const onCanvas = filesOf(boardModules);
    const byDeck = filesOf([...boardModules, 'src/ui/map/createDeckRenderer.ts']);
    expect([...onCanvas].some((file) => file.endsWith('.css')), 'styles are counted').toBe(true);
    expect([...onCanvas].some((file) => file.includes('.worker-')), 'workers are counted').toBe(true);
    expect([...onCanvas].filter((file) => file.includes('createDeckRenderer')), 'a machine without a graphics device does not fetch deck.gl').toEqual([]);
    expect(sizeOf(byDeck)).toBeGreaterThan(sizeOf(onCanvas));
    expect(sizeOf(byDeck)).toBeLessThanOrEqual(wallLimit);
  });

  it('holds nothing of the libraries that are only compared with', () => {
    const modules = chunks().flatMap(({ moduleIds }) => moduleIds);
    expect(modules.some((module) => module.includes('echarts')), 'modules are known by their paths').toBe(true);
    expect(modules.filter((module) => peers.test(module))).toEqual([]);
  });
});
