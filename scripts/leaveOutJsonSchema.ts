import type { Plugin } from 'vite';

/** Zod's own text: `export const x`, `export function x` and `export { y as x }`. */
const declared = /^export (?:const|function) (\w+)/gm;
const renamed = /^export \{ \w+ as (\w+) \};/gm;

/**
 * Leaves what writes JSON Schema out of the pages. Every schema of zod refers to it, so that no bundler can see that no page asks: OpenAPI
 * is written by the server. It is about 6 KB of a page, and as much of each worker that parses.
 */
export function leaveOutJsonSchema(): Plugin {
  return {
    name: 'leave-out-json-schema',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/ },
      handler(code) {
        const names = [...code.matchAll(declared), ...code.matchAll(renamed)].map(([, name]) => `none as ${name}`);
        return { code: `const none = () => undefined;\nexport { ${names.join(', ')} };\n`, map: null };
      },
    },
  };
}
