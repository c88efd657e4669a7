/**
 * Writes NOTICE: the packages that Ti'an ships (bundled into the page, or run by the server) with their licences, from package-lock.json,
 * and the notices that the Apache licence asks to be passed on, from the installed packages.
 *   tsx scripts/licenceNotice.ts
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

export const noticePath = fileURLToPath(new URL('../NOTICE', import.meta.url));
const root = fileURLToPath(new URL('../', import.meta.url));

/** Licences that let us ship a package under ours. Another one is a decision that a person takes. */
const allowed: readonly string[] = ['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0'];

/** The licence we take of a package offered under several, all of them allowed: the first of "(MIT OR Apache-2.0)". */
function chosenLicence(expression: string): string {
  const offered = expression.replace(/^\((.*)\)$/, '$1').split(' OR ');
  return offered.every((licence) => allowed.includes(licence)) ? (offered[0] ?? expression) : expression;
}

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), license: z.string().optional(), dev: z.boolean().optional() }),
  ),
});
export type PackageLock = z.input<typeof lockSchema>;

interface Shipped {
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  readonly licence: string;
}

/** The installed packages without those for development. Throws for a licence that is not allowed. */
export function shippedPackages(lock: PackageLock): readonly Shipped[] {
  const shipped = Object.entries(lockSchema.parse(lock).packages).flatMap(
    ([folder, { version = '', license = '', dev }]) =>
      folder === '' || dev === true
        ? []
        : [{ folder, name: folder.replace(/^.*node_modules\//, ''), version, licence: chosenLicence(license) }],
  );
  const refused = shipped.filter(({ licence }) => !allowed.includes(licence));
  if (refused.length > 0) {
    const inWords = refused.map(({ name, version, licence }) => `${name} ${version} (${licence || 'none named'})`);
    throw new Error(`no allowed licence: ${inWords.join(', ')}`);
  }
  return shipped.toSorted((a, b) => (a.name === b.name ? compare(a.version, b.version) : compare(a.name, b.name)));
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

function noticeOf(folder: string): string | undefined {
  const path = `${root}${folder}`;
  const file = existsSync(path) ? readdirSync(path).find((name) => /^NOTICE(\.|$)/i.test(name)) : undefined;
  return file === undefined ? undefined : readFileSync(`${path}/${file}`, 'utf8').replaceAll('\r\n', '\n').trim();
}

/** The text of NOTICE. `noticeIn` reads the notice that a package's folder holds, if any. */
export function noticeText(lock: PackageLock, noticeIn = noticeOf): string {
  const shipped = shippedPackages(lock);
  const groups = allowed.flatMap((licence) => {
    const lines = new Set(
      shipped.filter((each) => each.licence === licence).map(({ name, version }) => `  ${name} ${version}`),
    );
    return lines.size === 0 ? [] : [`${licence}\n\n${[...lines].join('\n')}`];
  });
  const notices = shipped
    .filter(({ licence }) => licence === 'Apache-2.0')
    .flatMap(({ folder, name }) => {
      const text = noticeIn(folder);
      return text === undefined ? [] : [`Notice of ${name}\n\n${text.replaceAll(/^(?=.)/gm, '  ')}`];
    });
  const head = `Ti'an (梯安)

Licensed under the Apache License, Version 2.0 (see LICENSE).

Ti'an ships with the packages below, in its page or beside its server, each under its own licence. The full text of each licence, with its
copyright, is in the package's folder under node_modules. Packages for other systems and processors are listed, too.
(Written by scripts/licenceNotice.ts.)`;
  return `${[head, ...groups, ...notices].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

export const readLock = (): PackageLock =>
  lockSchema.parse(JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')));

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(noticePath, noticeText(readLock()));
