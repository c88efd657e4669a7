import type { RowKind } from './rowKinds.ts';

export type { RowKind } from './rowKinds.ts';

/** The streams of each lifecycle, its events and its tables on the server begin with one of these. */
export const lifecyclePrefixes = [
  'rescue',
  'alarm',
  'device',
  'command',
  'fault',
  'scooter',
  'incident',
  'notification',
  'visit',
  'announcement',
  'outage',
  'review',
] as const;
export type LifecyclePrefix = (typeof lifecyclePrefixes)[number];

/** Streams that belong to no lifecycle and to no kind of row. */
export const otherStreamKinds = [
  'alarmRule',
  'bulletinIssue',
  'contractStart',
  'inbox',
  'notice',
  'notifyBinding',
  'notifyChannel',
  'quarantine',
  'ruleFiring',
  'secret',
  'user',
] as const;

export type StreamKind = LifecyclePrefix | RowKind | (typeof otherStreamKinds)[number];

/** A stream by its two parts. The kind has letters only; the id may hold any character, a hyphen too. */
export interface StreamParts {
  readonly kind: string;
  readonly id: string;
}

/**
 * The name of a stream of the log, as stored streams have it for good.
 * @example streamName('rescue', 318) // 'rescue-318'
 */
export const streamName = (kind: StreamKind, id: number | string): string => `${kind}-${id}`;

/**
 * The parts of a stream's name, or of a record's, which is built alike; undefined for a stream that exists only once
 * (`chain`, `clock`, `config`).
 * @example parseStream('device-COL-1') // { kind: 'device', id: 'COL-1' }
 */
export function parseStream(stream: string): StreamParts | undefined {
  const hyphen = stream.indexOf('-');
  return hyphen <= 0 || hyphen === stream.length - 1
    ? undefined
    : { kind: stream.slice(0, hyphen), id: stream.slice(hyphen + 1) };
}

/** The id in a stream's name, empty for a stream that exists only once. */
export const streamId = (stream: string): string => parseStream(stream)?.id ?? '';

/** The same as a number; NaN where the id is none. */
export const streamNumber = (stream: string): number => {
  const id = streamId(stream);
  return id === '' ? Number.NaN : Number(id);
};

export const isStreamOf = (kind: StreamKind, stream: string): boolean => parseStream(stream)?.kind === kind;
