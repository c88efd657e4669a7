import { describe, expect, it, test } from 'vitest';
import { baseDataEvents } from './events/baseData.ts';
import {
  isStreamOf,
  lifecyclePrefixes,
  otherStreamKinds,
  parseStream,
  streamName,
  streamNumber,
  type RowKind,
  type StreamKind,
} from './streamName.ts';

const isRowKind = (kind: string): kind is RowKind => Object.hasOwn(baseDataEvents, `${kind}.changed`);
const rowKinds = Object.keys(baseDataEvents)
  .map((type) => type.slice(0, -'.changed'.length))
  .filter(isRowKind);
const streamKinds: readonly StreamKind[] = [...lifecyclePrefixes, ...rowKinds, ...otherStreamKinds];

describe('every registered kind of stream', () => {
  it('stands for one thing: a lifecycle, a kind of row, or something else', () => {
    expect(streamKinds.filter((kind, index) => streamKinds.indexOf(kind) !== index)).toEqual([]);
  });

  it.each(streamKinds)('%s survives the way to a name and back', (kind) => {
    for (const id of ['7', 'COL-1', 'clock-12']) {
      expect(parseStream(streamName(kind, id))).toEqual({ kind, id });
      expect(isStreamOf(kind, streamName(kind, id))).toBe(true);
    }
    expect(streamNumber(streamName(kind, 318))).toBe(318);
  });

  it('is known before the first hyphen or dot, so it has letters only', () => {
    expect(streamKinds.filter((kind) => !/^[a-z][A-Za-z]*$/.test(kind))).toEqual([]);
  });
});

test('a kind in camel case is read whole', () => {
  expect(parseStream('liftFile-12')).toEqual({ kind: 'liftFile', id: '12' });
  expect(isStreamOf('notification', 'notifyChannel-3')).toBe(false);
});

test.each(['chain', 'clock', '', '-7', 'rescue-'])('%j has no parts', (stream) => {
  expect(parseStream(stream)).toBeUndefined();
  expect(streamNumber(stream)).toBeNaN();
});
