import type { MapRendererKind } from './mapRenderer.ts';

/** The browser's statements about its WebGL2. */
export interface WebGlProbe {
  readonly hasWebGl2: boolean;
  /** The graphics device's own name; null where the browser keeps it to itself. */
  readonly deviceName: string | null;
}

/** Names of drawing by the CPU: it works, but a hundred thousand dots crawl. */
const software = /swiftshader|llvmpipe|softpipe|software|basic render|\bwarp\b|mesa offscreen/i;

/** deck.gl with a graphics device, otherwise the 2D canvas. */
export function chooseMapRenderer({ hasWebGl2, deviceName }: WebGlProbe = probeWebGl()): MapRendererKind {
  if (!hasWebGl2) return 'canvas';
  return deviceName !== null && software.test(deviceName) ? 'canvas' : 'webgl';
}

/** Tests the browser, and releases the test context immediately: a page may hold only a few. */
function probeWebGl(): WebGlProbe {
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  let context: WebGL2RenderingContext | null = null;
  try {
    context = canvas.getContext('webgl2', { failIfMajorPerformanceCaveat: true });
  } catch {
    // Some locked-down browsers throw instead of returning null; either way there is none.
    return { hasWebGl2: false, deviceName: null };
  }
  if (context === null) return { hasWebGl2: false, deviceName: null };
  const info = context.getExtension('WEBGL_debug_renderer_info');
  const name: unknown = context.getParameter(info === null ? context.RENDERER : info.UNMASKED_RENDERER_WEBGL);
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return { hasWebGl2: true, deviceName: typeof name === 'string' ? name : null };
}
