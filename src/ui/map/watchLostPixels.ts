/**
 * Calls back when the graphics process ended, taking the pixels of every canvas with it, and drawing is possible again. Only 2D
 * canvases whose pixels it held get the event, hence a canvas outside the page only for this.
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
