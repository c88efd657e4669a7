/** Longitude and latitude in degrees. */
export type LngLat = readonly [lng: number, lat: number];

/** Degrees. */
export interface LngLatBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** A closed outline; the last point need not repeat the first. */
export type Ring = readonly LngLat[];

/** Ground: the city itself, a district of it, water, green. */
export interface MapArea {
  readonly kind: 'land' | 'district' | 'water' | 'green';
  readonly outline: Ring;
}

export interface MapLine {
  readonly kind: 'major' | 'minor' | 'rail';
  readonly path: readonly LngLat[];
}

/** A building as a column. Sizes in metres; `angleDeg` turns it counter-clockwise. */
export interface MapColumn {
  readonly lng: number;
  readonly lat: number;
  readonly widthM: number;
  readonly depthM: number;
  readonly heightM: number;
  readonly angleDeg?: number;
}

export interface MapLabel {
  readonly text: string;
  readonly lng: number;
  readonly lat: number;
  /** 1 is always shown (districts), 2 from nearer (communities). */
  readonly rank: 1 | 2;
}

/** The base map under the lifts. It never changes while the map is open. */
export interface MapScene {
  readonly center: LngLat;
  readonly areas: readonly MapArea[];
  readonly lines: readonly MapLine[];
  readonly columns: readonly MapColumn[];
  readonly labels: readonly MapLabel[];
}

/** `quiet`, `calm` and `active` are the muted world; the saturated ones are kept for what is abnormal. */
export type MapTone = 'quiet' | 'calm' | 'active' | 'offline' | 'medium' | 'high' | 'critical';

/** The style of one state code, and its word in the legend. */
export interface LiftStyle {
  readonly label: string;
  readonly tone: MapTone;
  /** Abnormal ones get a shape of their own, so that colour never speaks alone. */
  readonly shape: 'dot' | 'ring' | 'diamond' | 'triangle';
}

/** A call for help: the only bright and the only moving thing on the map. */
export interface MapCall {
  readonly id: number;
  readonly lng: number;
  readonly lat: number;
  /** The lift and its place in a few words; stands beside the mark. */
  readonly title: string;
  /** A second line, as the time since. */
  readonly detail?: string;
  /** Waits for a person: pulses. Taken calls stay bright without pulsing. */
  readonly isPulsing: boolean;
  readonly tone?: 'critical' | 'high';
}

/** A place in the picture, in layout pixels from its upper left corner. */
export interface MapPoint {
  readonly x: number;
  readonly y: number;
}

export interface MapPadding {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

export const noPadding: MapPadding = { top: 0, right: 0, bottom: 0, left: 0 };
