import type { Plugin } from 'vite';

const shaderText = /`(?:\\\n)?[^`]{500,}`/g;
const declared = /^export function (\w+)/gm;

/**
 * Leaves the shaders of WebGPU, and the code that reads them, out of the map: about 60 KB that WebGL never uses. The condition
 * "visgl:webgl-only" does so in deck.gl but not in the library below it.
 */
export function leaveOutWgsl(): Plugin {
  return {
    name: 'leave-out-wgsl',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]@luma\.gl[\\/]shadertools[\\/]dist[\\/].*wgsl[\w-]*\.js$/ },
      handler(code, id) {
        if (/(arithmetic-wgsl(-integer)?|phong-shaders-wgsl|lighting-wgsl)\.js$/.test(id)) {
          return { code: code.replace(shaderText, '``'), map: null };
        }
        if (!/wgsl-(interface-scan|binding-debug)\.js$/.test(id)) return null;
        const functions = [...code.matchAll(declared)].map(
          ([, name]) => `export function ${name}() { throw new Error('this build draws by WebGL only'); }\n`,
        );
        return { code: functions.join(''), map: null };
      },
    },
  };
}
