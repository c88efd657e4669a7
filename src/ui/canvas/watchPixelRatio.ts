import { pixelRatioOf } from './pixelRatio.ts';

/**
 * Calls back when `element` gets noticeably more or fewer device pixels without another layout size: moved to another
 * display, full screen, or scaled as a whole. Returns a function that stops it.
 */
export function watchPixelRatio(element: HTMLElement, onChange: (ratio: number) => void): () => void {
  let known = pixelRatioOf(element);
  let frame = 0;
  const look = (): void => {
    const ratio = pixelRatioOf(element);
    if (Math.abs(ratio / known - 1) < 0.03) return;
    known = ratio;
    onChange(ratio);
  };
  const onResize = (): void => {
    cancelAnimationFrame(frame);
    // In the first frame the code that scales the page learns the new size; the second frame shows the effect.
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(look);
    });
  };
  window.addEventListener('resize', onResize);
  return () => {
    window.removeEventListener('resize', onResize);
    cancelAnimationFrame(frame);
  };
}
