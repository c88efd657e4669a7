import { inventCity, inventStates, type InventedCity } from './inventCity.fixtures.ts';
import type { LiftStyle, MapCall } from './mapTypes.ts';

export const fixtureStyles: readonly LiftStyle[] = [
  { label: '待机', tone: 'quiet', shape: 'dot' },
  { label: '运行', tone: 'active', shape: 'dot' },
  { label: '离线', tone: 'offline', shape: 'ring' },
  { label: '维保中', tone: 'calm', shape: 'ring' },
  { label: '报警', tone: 'medium', shape: 'diamond' },
  { label: '故障', tone: 'high', shape: 'triangle' },
];

export interface FixtureFleet extends InventedCity {
  readonly states: Uint8Array;
}

const kept = new Map<number, FixtureFleet>();

/** A city with this number of lifts, made once. */
export function fixtureFleet(count: number): FixtureFleet {
  const known = kept.get(count);
  if (known !== undefined) return known;
  const made = { ...inventCity(count, count > 5000 ? 120 : 30), states: inventStates(count) };
  kept.set(count, made);
  return made;
}

export const fixtureCalls: readonly MapCall[] = [
  {
    id: 318,
    lng: 119.2712,
    lat: 30.1301,
    title: '翠湖花园 3 栋 2 号梯',
    detail: '困人 02:41 · 待受理',
    isPulsing: true,
  },
  {
    id: 317,
    lng: 119.1921,
    lat: 30.0511,
    title: '临江府 7 栋 1 号梯',
    detail: '困人 12:08 · 救援中',
    isPulsing: false,
  },
];
