import type { DrawTokens } from '../canvas/drawTokens.ts';
import { mixColors } from '../canvas/parseColor.ts';
import type { LiftStyle, MapArea, MapLine, MapTone } from './mapTypes.ts';

/** Every colour of the map, taken from the tokens. */
export interface MapLook {
  readonly background: string;
  readonly areas: Readonly<Record<MapArea['kind'], string>>;
  readonly landEdge: string;
  /** Lines around the land from the widest and faintest inwards: width in pixels and colour. */
  readonly landGlow: readonly (readonly [width: number, color: string])[];
  /** The land's side, seen below its southern edge. */
  readonly landSide: string;
  readonly districtEdge: string;
  readonly lines: Readonly<Record<MapLine['kind'], string>>;
  readonly columnTop: string;
  readonly columnFront: string;
  readonly columnSide: string;
  readonly columnEdge: string;
  readonly label: string;
  readonly minorLabel: string;
  readonly selection: string;
  readonly tones: Readonly<Record<MapTone, string>>;
  readonly fontFamily: string;
}

/** The quiet city: slate ground, darker water, muted teal lifts; the saturated tones only for the abnormal. */
export function toMapLook(tokens: DrawTokens): MapLook {
  return {
    background: tokens.bg0,
    areas: {
      land: mixColors(tokens.bg0, tokens.bg1, 0.85),
      district: mixColors(tokens.bg1, tokens.bg2, 0.3),
      water: mixColors(tokens.bg0, tokens.mapWater, 0.62),
      green: mixColors(tokens.bg1, tokens.mapGreen, 0.5),
    },
    landEdge: mixColors(tokens.line, tokens.accentLine, 0.55),
    landGlow: [
      [30, 0.04],
      [20, 0.08],
      [12, 0.13],
      [6, 0.2],
    ].map(([width = 0, share = 0]) => [width, mixColors(tokens.bg0, tokens.accentLine, share)]),
    landSide: mixColors(tokens.bg0, tokens.accentLine, 0.26),
    districtEdge: mixColors(tokens.line, tokens.lineStrong, 0.3),
    lines: {
      major: mixColors(tokens.line, tokens.lineStrong, 0.12),
      minor: mixColors(tokens.bg2, tokens.line, 0.35),
      rail: mixColors(tokens.line, tokens.lineStrong, 0.35),
    },
    columnTop: mixColors(tokens.line, tokens.lineStrong, 0.62),
    columnFront: mixColors(tokens.bg2, tokens.line, 0.95),
    columnSide: mixColors(tokens.bg1, tokens.bg2, 0.9),
    columnEdge: mixColors(tokens.line, tokens.lineStrong, 0.9),
    label: tokens.text2,
    minorLabel: mixColors(tokens.lineStrong, tokens.text2, 0.45),
    selection: tokens.info,
    tones: {
      quiet: mixColors(tokens.lineStrong, tokens.accentLine, 0.45),
      calm: mixColors(tokens.accentLine, tokens.accentText, 0.3),
      active: tokens.accentText,
      offline: tokens.offline,
      medium: tokens.medium,
      high: tokens.high,
      critical: tokens.critical,
    },
    fontFamily: tokens.fontFamily,
  };
}

const abnormalTones: ReadonlySet<MapTone> = new Set(['medium', 'high', 'critical']);

/** Returns true if a state is drawn above the mass, larger and in its own shape. */
export function isAbnormal(style: LiftStyle | undefined): boolean {
  return style !== undefined && abnormalTones.has(style.tone);
}
