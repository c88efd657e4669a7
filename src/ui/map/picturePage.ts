import type { DrawnPicture } from './drawnPicture.ts';

/** A picture in one piece, for a graphics device, which redraws all of it quickly for any change. */
export function createPicturePage(host: HTMLElement): DrawnPicture {
  const canvas = document.createElement('canvas');
  canvas.className = 'ti-map__canvas';
  canvas.setAttribute('aria-hidden', 'true');
  host.append(canvas);
  const pen = canvas.getContext('2d');
  let size = { width: 0, height: 0, ratio: 1 };
  let isMarked = true;
  const mark = (): void => {
    isMarked = true;
  };
  return {
    count: 1,
    resize: (width, height, ratio) => {
      size = { width, height, ratio };
      canvas.width = Math.max(1, Math.round(width * ratio));
      canvas.height = Math.max(1, Math.round(height * ratio));
      isMarked = true;
    },
    mark,
    markAll: mark,
    draw: (most, paint) => {
      if (pen === null || !isMarked || most < 1) return false;
      isMarked = false;
      const { width, height, ratio } = size;
      pen.setTransform(ratio, 0, 0, ratio, 0, 0);
      pen.clearRect(0, 0, width, height);
      paint(pen, { left: 0, top: 0, right: width, bottom: height });
      return false;
    },
    destroy: () => {
      // Releases the pixels immediately instead of at the next garbage collection.
      canvas.width = 0;
      canvas.height = 0;
      canvas.remove();
    },
  };
}
