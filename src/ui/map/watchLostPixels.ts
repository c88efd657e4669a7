/**
 * Calls when the graphics process ended, took the pixels of every canvas with it, and can be drawn with again. Only 2D
 * canvases whose pixels it kept are told so, hence one outside of the page that is there for nothing else.
 */
export function watchLostPixels(onRestored: () => void): () => void {
  const witness = document.createElement('canvas');
  witness.width = 1;
  witness.height = 1;
  // It has pixels only once something was drawn.
  witness.getContext('2d')?.clearRect(0, 0, 1, 1);
  witness.addEventListener('contextrestored', onRestored);
  return () => {
    witness.removeEventListener('contextrestored', onRestored);
    witness.width = 0;
    witness.height = 0;
  };
}
