import type { Page } from '@playwright/test';

export interface PictureStats {
  readonly width: number;
  readonly height: number;
  /** Standard deviation of the brightness, 0–127; a blank picture has 0. */
  readonly contrast: number;
  /** Different colours among its pixels, 5 bits a channel. */
  readonly colours: number;
}

export interface Region {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Statistics of parts of a screenshot, without comparing it with another. `scale`: picture pixels per CSS pixel.
 * Decoded in `blank`, any page without a policy of its own.
 */
export function pictureStats(
  blank: Page,
  png: Buffer,
  regions: readonly Region[],
  scale = 1,
): Promise<readonly PictureStats[]> {
  return blank.evaluate(
    async ({ base64, regions, scale }) => {
      const answer = await fetch(`data:image/png;base64,${base64}`);
      const bitmap = await createImageBitmap(await answer.blob());
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext('2d', { willReadFrequently: true });
      if (context === null) throw new Error('no canvas to look at the picture');
      context.drawImage(bitmap, 0, 0);
      return regions.map((region) => {
        const width = Math.max(1, Math.floor(region.width * scale));
        const height = Math.max(1, Math.floor(region.height * scale));
        const { data } = context.getImageData(
          Math.floor(region.x * scale),
          Math.floor(region.y * scale),
          width,
          height,
        );
        const colours = new Set<number>();
        let sum = 0;
        let squares = 0;
        for (let at = 0; at < data.length; at += 4) {
          const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]];
          const light = 0.3 * red + 0.59 * green + 0.11 * blue;
          sum += light;
          squares += light * light;
          colours.add(((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3));
        }
        const count = data.length / 4;
        const mean = sum / count;
        return {
          width,
          height,
          contrast: Math.sqrt(Math.max(0, squares / count - mean * mean)),
          colours: colours.size,
        };
      });
    },
    { base64: png.toString('base64'), regions, scale },
  );
}
