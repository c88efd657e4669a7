import type { Plugin, Rolldown } from 'vite';

/** A page of the router and the modules that it begins with, as named in the source; `head` is HTML of its own. */
export type PreloadedPages = Readonly<
  Record<`/${string}`, readonly string[] | { readonly modules: readonly string[]; readonly head: string }>
>;

type Output = Rolldown.OutputChunk | Rolldown.OutputAsset;

/**
 * Names of the files that begin with these modules, of all that they import at once, and of their styles. Throws where
 * a module has no file of its own.
 */
export function filesOf(output: readonly Output[], modules: readonly string[]): ReadonlySet<string> {
  const chunks = new Map(output.filter((one) => one.type === 'chunk').map((chunk) => [chunk.fileName, chunk]));
  const files = new Set<string>();
  const add = (chunk: Rolldown.OutputChunk): void => {
    if (files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    for (const name of chunk.imports) {
      const imported = chunks.get(name);
      if (imported !== undefined) add(imported);
    }
  };
  for (const module of modules) {
    const chunk = [...chunks.values()].find(({ facadeModuleId }) =>
      facadeModuleId?.replaceAll('\\', '/').endsWith(`/${module}`),
    );
    if (chunk === undefined)
      throw new Error(`${module} is no file of its own any more: say which modules the page begins with`);
    add(chunk);
  }
  return files;
}

const linkOf = (file: string): string =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`;

/**
 * Writes an HTML of its own for pages that must show soon: one that names every file of theirs, so that the browser fetches
 * them while it still reads the first ones, instead of when those have run. The server prefers it to `index.html`, which is the
 * page `/`.
 */
export function preloadPages(pages: PreloadedPages): Plugin {
  return {
    name: 'preload-pages',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const index = bundle['index.html'];
        // Storybook builds by the same configuration, another page.
        if (index?.type !== 'asset' || typeof index.source !== 'string') return;
        const html = index.source;
        for (const [path, said] of Object.entries(pages)) {
          const { modules, head } = 'head' in said ? said : { modules: said, head: '' };
          const links = [...filesOf(Object.values(bundle), modules)].filter((file) => !html.includes(file)).map(linkOf);
          const source = html.replace('</head>', `${head}${links.join('')}</head>`);
          if (path === '/') index.source = source;
          else this.emitFile({ type: 'asset', fileName: `${path.slice(1)}.html`, source });
        }
      },
    },
  };
}
