import type { Plugin } from 'vite';

const replacements: Readonly<Record<string, string>> = {
  '@loaders.gl/core': `
    export const registerLoaders = () => {};
    export const load = () => Promise.reject(new Error('the maps of this build load nothing by URL'));
  `,
  '@loaders.gl/images': 'export const ImageLoader = {};',
};
const prefix = '\0leave-out-loaders:';

/**
 * Leaves the loading of files by URL out of deck.gl: about 15 KB, compressed, that no map of ours uses, because its data are typed
 * arrays and its sprites are canvases.
 */
export function leaveOutLoaders(): Plugin {
  return {
    name: 'leave-out-loaders',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^@loaders\.gl\/(core|images)$/ },
      handler: (id) => prefix + id,
    },
    load: {
      filter: { id: /^\0leave-out-loaders:/ },
      handler: (id) => replacements[id.slice(prefix.length)],
    },
  };
}
