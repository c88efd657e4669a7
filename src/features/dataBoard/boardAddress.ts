import { fastestReplay, slowestReplay } from '../../machines/replayMachine.ts';
import { toWireTime } from '../../contract/time.ts';

const boardParts = ['left', 'right', 'bottom', 'time'] as const;
export type BoardPart = (typeof boardParts)[number];

/** The state in a wall's address, so that the same link shows the same wall after a power cut. */
export interface BoardAddress {
  readonly hidden: ReadonlySet<BoardPart>;
  readonly renderer: 'auto' | 'webgl' | 'canvas';
  /** The replayed moment; null for live. */
  readonly replayAtMs: number | null;
  readonly speed: number;
}

const isPart = (text: string): text is BoardPart => boardParts.some((part) => part === text);

/** Reads `?hide=left,time&map=canvas&at=2026-11-20T18:40:00+08:00&speed=10`; what it cannot read is left at its default. */
export function readBoardAddress(query: URLSearchParams): BoardAddress {
  const map = query.get('map');
  const atMs = Date.parse(query.get('at') ?? '');
  const speed = Number(query.get('speed') ?? '10');
  return {
    hidden: new Set((query.get('hide') ?? '').split(',').filter(isPart)),
    renderer: map === 'webgl' || map === 'canvas' ? map : 'auto',
    replayAtMs: Number.isNaN(atMs) ? null : atMs,
    speed: speed >= slowestReplay && speed <= fastestReplay ? speed : 10,
  };
}

/** The address with what changed; defaults are left out. */
export function writeBoardAddress(query: URLSearchParams, change: Partial<BoardAddress>): URLSearchParams {
  const address = { ...readBoardAddress(query), ...change };
  const next = new URLSearchParams(query);
  const set = (name: string, value: string | null): void => {
    if (value === null) next.delete(name);
    else next.set(name, value);
  };
  set('hide', address.hidden.size === 0 ? null : boardParts.filter((part) => address.hidden.has(part)).join(','));
  set('map', address.renderer === 'auto' ? null : address.renderer);
  set('at', address.replayAtMs === null ? null : toWireTime(address.replayAtMs).replace('.000', ''));
  set('speed', address.replayAtMs === null || address.speed === 10 ? null : String(address.speed));
  return next;
}
