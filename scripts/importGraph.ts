import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync } from 'vite';

/** An import in one statement: from another file of ours (`to`: its path from the root) or from a package (`to`: its specifier). */
export interface Import {
  readonly to: string;
  readonly isOurs: boolean;
  /** Undefined: the whole module, as `import *`, `export *` and `import()` take it, or none of its names. */
  readonly names?: readonly string[];
  readonly line: number;
}

export interface Export {
  readonly name: string;
  readonly isType: boolean;
  readonly line: number;
}

/** A file by its path from the root. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
  readonly exports: readonly Export[];
  /** Files all of whose exports it passes on (`export *`). */
  readonly passesOn: readonly string[];
}

const isOurs = (specifier: string): boolean => specifier.startsWith('.');

/** Parses one file; throws if it is not TypeScript. */
export function readSource(path: string, text: string): Source {
  const { module, program, errors } = parseSync(path, text);
  if (errors[0] !== undefined) throw new Error(`${path}: ${errors[0].message}`);
  const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length;
  const imported = (specifier: string, offset: number, names?: readonly string[]): Import => ({
    to: isOurs(specifier) ? posix.join(posix.dirname(path), specifier) : specifier,
    isOurs: isOurs(specifier),
    line: lineAt(offset),
    ...(names === undefined ? {} : { names }),
  });
  const imports: Import[] = [];
  const exports: Export[] = [];
  const passesOn: string[] = [];
  for (const { moduleRequest, entries, start } of module.staticImports) {
    const isWhole = entries.some(({ importName }) => importName.kind === 'NamespaceObject');
    const names = entries.map(({ importName }) => importName.name ?? 'default');
    imports.push(isWhole ? imported(moduleRequest.value, start) : imported(moduleRequest.value, start, names));
  }
  const types = new Set(
    program.body.flatMap((statement) =>
      statement.type === 'ExportNamedDeclaration' &&
      (statement.declaration?.type === 'TSInterfaceDeclaration' ||
        statement.declaration?.type === 'TSTypeAliasDeclaration')
        ? [statement.declaration.id.name]
        : [],
    ),
  );
  for (const { entries } of module.staticExports)
    for (const { moduleRequest, importName, exportName, isType, start } of entries) {
      const name = exportName.name ?? 'default';
      if (exportName.kind !== 'None') exports.push({ name, isType: isType || types.has(name), line: lineAt(start) });
      if (moduleRequest === null) continue;
      const one = importName.kind === 'Name' ? [importName.name ?? 'default'] : undefined;
      const from = imported(moduleRequest.value, start, one);
      imports.push(exportName.kind === 'None' ? { ...from, names: [] } : from);
      if (exportName.kind === 'None' && from.isOurs) passesOn.push(from.to);
    }
  // Both `import('./x.ts')` in code and `import('./x.ts').Type`.
  for (const { 1: specifier = '', index } of text.matchAll(/\bimport\(\s*'([^']+)'/g))
    imports.push(imported(specifier, index));
  return { path, text, imports, exports, passesOn };
}

/** Every TypeScript file of these folders of the root, parsed; of `.` only the files in the root itself. */
export const readSources = (root: string, folders: readonly string[]): readonly Source[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: folder !== '.', encoding: 'utf8' })
      .filter((path) => /(?<!\.d)\.m?tsx?$/.test(path))
      .toSorted()
      .map((path) => posix.join(folder, path))
      .map((path) => readSource(path, readFileSync(join(root, path), 'utf8'))),
  );

/** Tests, stories and what only they use: these may reach further than the product, and keep nothing in it alive. */
export const isForTests = (path: string): boolean =>
  /\.(test|stories|fixtures|testing)\.tsx?$|(^|\/)(stories|fixtures)\/|Stories\.tsx$/.test(path);

/** Files that import each other in a circle, directly or by way of others; types count. Each circle with its files in order. */
export function findCircles(sources: readonly Source[]): readonly (readonly string[])[] {
  const targets = new Map(
    sources.map(({ path, imports }) => [path, imports.filter((one) => one.isOurs).map(({ to }) => to)]),
  );
  const circles: (readonly string[])[] = [];
  const order = new Map<string, number>();
  const open: string[] = [];
  const visit = (path: string): number => {
    const own = order.size;
    order.set(path, own);
    let low = own;
    open.push(path);
    for (const target of targets.get(path) ?? []) {
      if (!targets.has(target)) continue;
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (open.includes(target)) low = Math.min(low, order.get(target) ?? own);
    }
    if (low === own) {
      const circle = open.splice(open.indexOf(path));
      if (circle.length > 1 || targets.get(path)?.includes(path) === true) circles.push(circle);
    }
    return low;
  };
  for (const { path } of sources) if (!order.has(path)) visit(path);
  return circles;
}

/** Exported values, and types named nowhere else in their own file, that no other file imports: `path:line name`. */
export function findUnusedExports(sources: readonly Source[]): readonly string[] {
  const taken = new Map<string, Set<string>>();
  const takenWhole = new Set<string>();
  for (const { imports } of sources)
    for (const { to, isOurs: isFile, names } of imports) {
      if (!isFile) continue;
      if (names === undefined) takenWhole.add(to);
      const already = taken.get(to) ?? new Set();
      for (const name of names ?? []) already.add(name);
      taken.set(to, already);
    }
  const passers = new Map<string, string[]>();
  for (const { path, passesOn } of sources)
    for (const target of passesOn) passers.set(target, [...(passers.get(target) ?? []), path]);
  const isTaken = (path: string, name: string): boolean =>
    takenWhole.has(path) ||
    taken.get(path)?.has(name) === true ||
    (passers.get(path) ?? []).some((passer) => isTaken(passer, name));
  return sources.flatMap(({ path, text, exports }) =>
    (isTakenByName(path, sources) ? [] : exports)
      .filter(({ name, isType }) => !isTaken(path, name) && !(isType && isNamedAgain(text, name)))
      .map(({ name, line }) => `${path}:${line} ${name}`),
  );
}

const isConfiguration = (path: string): boolean => /\.config\.ts$|^\.storybook\//.test(path);

/** Storybook takes every export of a story; a tool takes what its configuration exports, and the files that it names. */
const isTakenByName = (path: string, sources: readonly Source[]): boolean =>
  path.endsWith('.stories.tsx') ||
  isConfiguration(path) ||
  sources.some((other) => isConfiguration(other.path) && other.text.includes(`${path}'`));

/** A type that describes what its file exports is of use there, although nobody imports it. */
const isNamedAgain = (text: string, name: string): boolean =>
  [...text.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length > 1;
