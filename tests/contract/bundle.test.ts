import { gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { build, type Rolldown } from 'vite';
import { filesOf } from '../../scripts/preloadPages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const kB = 1_000;
/** Specification of the live picture: JavaScript and CSS of the wall, compressed. */
const wallLimit = 700 * kB;
/** The modules that a browser has fetched once the wall stands: the page, its layout, the board itself. */
const boardModules = [
  'index.html',
  'src/app/openDesk.tsx',
  'src/app/layout/inside.ts',
  'src/features/dataBoard/index.ts',
];
/** The modules that a telephone fetches for a page that needs no session. */
const joinModules = ['index.html', 'src/app/openPublicPage.tsx', 'src/app/join/JoinScreen.tsx'];
/** Specification of maintenance: what a telephone fetches before a worker's page stands. */
const workLimit = 150 * kB;
const workModules = ['index.html', 'src/app/openPublicPage.tsx', 'src/app/work/WorkScreen.tsx'];
/** Fetched with the first press on the camera, and kept by the service worker before. */
const codeReader = 'node_modules/qr/decode.js';
/** Fetched when a safety officer first opens it, and kept by the service worker, too. */
const officerPart = 'src/features/work/officer/OfficerPart.tsx';
/** Packages that the benchmarks compare with and that must never be shipped. */
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

/** These files and the workers. */
function fetchedFor(modules: readonly string[]): ReadonlySet<string> {
  const workers = output.map(({ fileName }) => fileName).filter((name) => /\.worker-[^/]*\.js$/.test(name));
  return new Set([...filesOf(output, modules), ...workers]);
}

const modulesIn = (files: ReadonlySet<string>): readonly string[] =>
  chunks()
    .filter(({ fileName }) => files.has(fileName))
    .flatMap(({ moduleIds }) => moduleIds);

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
    const onCanvas = fetchedFor(boardModules);
    const byDeck = fetchedFor([...boardModules, 'src/ui/map/createDeckRenderer.ts']);
    expect(
      [...onCanvas].some((file) => file.endsWith('.css')),
      'styles are counted',
    ).toBe(true);
    expect(
      [...onCanvas].some((file) => file.includes('.worker-')),
      'workers are counted',
    ).toBe(true);
    expect(
      [...onCanvas].filter((file) => file.includes('createDeckRenderer')),
      'a machine without a graphics device does not fetch deck.gl',
    ).toEqual([]);
    expect(sizeOf(byDeck)).toBeGreaterThan(sizeOf(onCanvas));
    expect(sizeOf(byDeck)).toBeLessThanOrEqual(wallLimit);
  });

  it('for the wall is named by its own page, so that it is fetched at once', () => {
    const page = named('data-board.html');
    const html = page.type === 'asset' ? String(page.source) : '';
    expect([...filesOf(output, boardModules)].filter((file) => !html.includes(`/${file}"`))).toEqual([]);
  });

  it('for a page on a telephone holds nothing of the desk: no sound, session, router or catalogue of pages', () => {
    const files = filesOf(output, joinModules);
    const modules = modulesIn(files);
    expect(modules.some((module) => module.endsWith('src/app/join/JoinScreen.tsx'))).toBe(true);
    const desk =
      /src\/app\/(sound|session|notice|visited|createRouter|screens)|node_modules\/(xstate|react-router|primereact)/;
    expect(modules.filter((module) => desk.test(module))).toEqual([]);
    const html = named('join.html');
    const source = html.type === 'asset' ? String(html.source) : '';
    expect([...filesOf(output, joinModules)].filter((file) => !source.includes(`/${file}"`))).toEqual([]);
  });

  it('for the telephone of a worker fits into 150 KB, without the desk, and its service worker keeps all of it', () => {
    const files = filesOf(output, workModules);
    const later = filesOf(output, [...workModules, officerPart]);
    expect(modulesIn(files).some((module) => module.endsWith('src/features/work/WorkPage.tsx'))).toBe(true);
    expect(modulesIn(files).filter((module) => module.includes('src/features/work/officer/'))).toEqual([]);
    const desk =
      /src\/app\/(sound|session|notice|visited|createRouter|screens)|node_modules\/(xstate|react-router|primereact|react-hook-form)/;
    expect(modulesIn(later).filter((module) => desk.test(module))).toEqual([]);
    expect(sizeOf(files)).toBeLessThanOrEqual(workLimit);
    const worker = named('work-sw.js');
    const script = worker.type === 'chunk' ? worker.code : '';
    const kept = filesOf(output, [...workModules, codeReader, officerPart]);
    expect(kept.size).toBeGreaterThan(files.size);
    expect([...kept].filter((file) => file !== 'index.html' && !script.includes(`"/${file}"`))).toEqual([]);
    expect(script).toContain('"/work"');
    expect(worker.type === 'chunk' && worker.imports).toEqual([]);
    const html = named('work.html');
    expect(html.type === 'asset' && String(html.source)).toContain('href="/work.webmanifest"');
  });

  it('holds nothing that writes JSON Schema, which no page asks for', () => {
    expect(
      chunks().some(({ moduleIds }) => moduleIds.some((module) => module.includes('zod'))),
      'zod is in it',
    ).toBe(true);
    expect(
      chunks()
        .filter(({ code }) => code.includes('json-schema.org'))
        .map(({ fileName }) => fileName),
    ).toEqual([]);
  });

  it('holds nothing of the libraries that are only compared with', () => {
    const modules = chunks().flatMap(({ moduleIds }) => moduleIds);
    expect(
      modules.some((module) => module.includes('echarts')),
      'modules are known by their paths',
    ).toBe(true);
    expect(modules.filter((module) => peers.test(module))).toEqual([]);
  });
});
