const everyMs = 80;

/**
 * Changes wait for the next beat, on all layers of the map for the same one: any change costs the browser a copy of
 * pixels besides its own drawing, and no one notices so short a wait.
 */
export const layerBeat = (atMs: number): number => Math.floor(atMs / everyMs);
