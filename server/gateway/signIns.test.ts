import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import { DeviceConnections, SignInBackoff, SilentConnections } from './signIns.ts';

class Line extends EventEmitter {
  closed = false;
  constructor(
    readonly remoteAddress = '10.0.0.1',
    readonly remotePort = 1,
  ) {
    super();
  }
  close(): void {
    this.closed = true;
    this.emit('close');
  }
  destroy(): this {
    this.close();
    return this;
  }
}

describe('the connections of a device', () => {
  test('are five at most: the oldest goes', () => {
    const connections = new DeviceConnections<Line>();
    const lines = Array.from({ length: 7 }, () => new Line());
    for (const line of lines) connections.add('A', line);
    expect(lines.map(({ closed }) => closed)).toEqual([true, true, false, false, false, false, false]);
    const other = new Line();
    connections.add('B', other);
    expect(other.closed).toBe(false);
  });

  test('that have ended on their own do not count, and the device is online while another one is open', () => {
    const connections = new DeviceConnections<Line>();
    const [first, second] = [new Line(), new Line()];
    connections.add('A', first);
    connections.add('A', second);
    expect(connections.hasOther('A', first)).toBe(true);
    second.close();
    expect(connections.hasOther('A', first)).toBe(false);
    connections.remove('A', second);
    const later = Array.from({ length: 4 }, () => new Line());
    for (const line of later) connections.add('A', line);
    expect(first.closed).toBe(false);
  });
});

describe('connections that say nothing', () => {
  test('displace one another, and not those that have signed in nor those of another address', () => {
    const silent = new SilentConnections(3);
    const lines = Array.from({ length: 5 }, (_, index) => new Line('10.0.0.1', index));
    const neighbour = new Line('10.0.0.2', 0);
    silent.add(neighbour);
    for (const line of lines.slice(0, 3)) silent.add(line);
    const [, second] = lines;
    if (second !== undefined) silent.signedIn(second);
    for (const line of lines.slice(3)) silent.add(line);
    expect(lines.map(({ closed }) => closed)).toEqual([true, false, false, false, false]);
    expect(neighbour.closed).toBe(false);
  });

  test('that have gone make room', () => {
    const silent = new SilentConnections(1);
    const [first, second] = [new Line('10.0.0.1', 1), new Line('10.0.0.1', 2)];
    silent.add(first);
    first.close();
    silent.add(second);
    expect(second.closed).toBe(false);
  });
});

describe('a device that publishes where it may not', () => {
  test('is let in again after the first time, then refused longer and longer, never for more than 8 s', () => {
    const backoff = new SignInBackoff();
    let nowMs = 0;
    const refusedMs: number[] = [];
    for (let time = 0; time < 7; time += 1) {
      backoff.offended('A', nowMs);
      let waitedMs = 0;
      while (backoff.isRefused('A', nowMs + waitedMs)) waitedMs += 500;
      refusedMs.push(waitedMs);
      nowMs += waitedMs;
    }
    expect(refusedMs).toEqual([0, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
    expect(backoff.isRefused('B', 0)).toBe(false);
  });

  test('is forgiven after ten quiet minutes', () => {
    const backoff = new SignInBackoff();
    for (const atMs of [0, 1]) backoff.offended('A', atMs);
    backoff.offended('A', 700_000);
    expect(backoff.isRefused('A', 700_000)).toBe(false);
  });
});
