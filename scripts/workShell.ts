import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { filesOf } from './preloadPages.ts';

/**
 * Builds a service worker that keeps the shell of a page: the page, every file that these modules begin with, and what the page
 * fetches later. Its version is a hash of the contents, so a browser that finds another one installs it beside the old.
 */
export function workShell({
  page,
  worker,
  modules,
  others,
}: {
  readonly page: `/${string}`;
  /** The worker's source; it is written to `<page>-sw.js`. */
  readonly worker: string;
  readonly modules: readonly string[];
  /** Files of `public` that the page asks for. */
  readonly others: readonly `/${string}`[];
}): Plugin {
  const fileName = `${page.slice(1)}-sw.js`;
  return {
    name: 'work-shell',
    apply: 'build',
    enforce: 'post',
    buildStart() {
      this.emitFile({ type: 'chunk', id: worker, fileName });
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const index = bundle['index.html'];
        const chunk = bundle[fileName];
        // Storybook builds by the same configuration, another page.
        if (index === undefined || chunk?.type !== 'chunk') {
          delete bundle[fileName];
          return;
        }
        if (chunk.imports.length > 0) throw new Error(`${worker} must import nothing: it runs as a script of its own`);
        const kept = [...filesOf(Object.values(bundle), modules)].map((name) => `/${name}`).toSorted();
        const assets = kept.filter((name) => name !== '/index.html');
        const html = index.type === 'asset' ? index.source : index.code;
        // Names of built files are hashes of what is in them; the page's own text is not.
        const version = createHash('sha256').update(assets.join(' ')).update(html).digest('hex').slice(0, 16);
        const shell = { version, files: [page, ...assets, ...others] };
        chunk.code = `self.workShell=${JSON.stringify(shell)};${chunk.code}`;
      },
    },
  };
}
