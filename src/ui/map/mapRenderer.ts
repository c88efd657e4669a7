import type { Camera } from './camera.ts';
import type { MapLook } from './mapLook.ts';
import type { LiftStyle } from './mapTypes.ts';
import type { PlacedScene } from './placedScene.ts';

export type MapRendererKind = 'webgl' | 'canvas';

/** All lifts, in arrays shared by the renderer and its owner; the owner changes the arrays and reports the changes. */
export interface LiftMass {
  readonly count: number;
  /** East and north in metres, in pairs. */
  readonly metres: Float32Array;
  /** A state code a lift: the index of its style. */
  readonly states: Uint8Array;
}

export const noLifts: LiftMass = { count: 0, metres: new Float32Array(0), states: new Uint8Array(0) };

/**
 * Draws the city and the mass of lifts; two implementations, deck.gl and a 2D canvas. What is small or bright (abnormal
 * lifts, calls, names, selection) is drawn above it by the map itself, alike for both.
 */
export interface MapRenderer {
  readonly kind: MapRendererKind;
  readonly setScene: (scene: PlacedScene) => void;
  readonly setLifts: (mass: LiftMass) => void;
  /** These lifts have another state now; only the first `count` indices count. */
  readonly patchLifts: (indices: Uint32Array, count: number) => void;
  readonly setCamera: (camera: Camera) => void;
  /** `ratio` is device pixels a layout pixel. */
  readonly resize: (width: number, height: number, ratio: number) => void;
  readonly destroy: () => void;
}

export interface MapRendererInput {
  /** An element of the map's size; the renderer adds its canvases to it and removes them again. */
  readonly host: HTMLElement;
  readonly look: MapLook;
  readonly styles: readonly LiftStyle[];
  /** The drawing context is gone: the renderer is unusable. */
  readonly onLost: () => void;
}
