/**
 * A canvas that shows a picture drawn on a separate sheet. Where the CPU composes the page, the browser
 * copies each 2D canvas in sight at every change of anything on the page; a canvas of this kind only when it is given
 * another picture. Its pixels can be lost like any other's, but it gets no event.
 */
export interface ShownPicture {
  readonly canvas: HTMLCanvasElement;
  /** Sets the size of the sheets to come, in device pixels. */
  readonly resize: (width: number, height: number) => void;
  /** Takes the sheet's picture and leaves the sheet blank. */
  readonly show: (sheet: OffscreenCanvas) => void;
  readonly destroy: () => void;
}

export function addShownPicture(
  host: HTMLElement,
  { className, isOpaque }: { readonly className: string; readonly isOpaque: boolean },
): ShownPicture {
  const canvas = document.createElement('canvas');
  canvas.className = className;
  canvas.setAttribute('aria-hidden', 'true');
  host.append(canvas);
  const context = canvas.getContext('bitmaprenderer', { alpha: !isOpaque });
  return {
    canvas,
    resize: (width, height) => {
      canvas.width = width;
      canvas.height = height;
    },
    show: (sheet) => context?.transferFromImageBitmap(sheet.transferToImageBitmap()),
    destroy: () => {
      // Releases the pixels immediately instead of at the next garbage collection.
      context?.transferFromImageBitmap(null);
      canvas.width = 0;
      canvas.height = 0;
      canvas.remove();
    },
  };
}
