import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ReadTurns } from './readTurns.ts';

const budgetMs = 5;
const handleMs = 3;
const mostReads = 50;

/** Connections that handle what the turns give them; handling a chunk takes 2 ms. */
class Link {
  readonly taken: string[] = [];
  reads = 0;
  #arrived: string[] = [];

  constructor(private readonly bench: Bench) {}

  get length(): number {
    return this.#arrived.join('').length;
  }

  read(): Buffer | null {
    this.reads += 1;
    const all = this.#arrived.join('');
    this.#arrived = [];
    return all === '' ? null : Buffer.from(all);
  }

  /** Signs in: immediately, and at no cost. */
  signIn(): void {
    this.#arrived.push('hello');
    this.bench.turns.take(this, this);
    this.reads = 0;
  }

  /** Bytes arrive from the network. */
  hear(text: string, handlingMs = 2): void {
    this.#arrived.push(text);
    this.ask(handlingMs);
  }

  ask(handlingMs = 2): void {
    const bytes = this.bench.turns.take(this, this);
    if (bytes === null) return;
    this.taken.push(bytes.toString());
    this.bench.nowMs += handlingMs;
  }
}

class Bench {
  nowMs = 0;
  /** The names of the deferred reports; handling one takes 1 ms. */
  readonly putOff: string[] = [];
  readonly caughtUp: string[] = [];
  #next: (() => void)[] = [];
  readonly turns = new ReadTurns<Link>(
    {
      budgetMs,
      mostReads,
      handleMs,
      catchUp: (mayGoOn) => this.catchUp(mayGoOn),
      urgentMark: Buffer.from('/event'),
      nowMs: () => this.nowMs,
      nextTurn: (callback) => this.#next.push(callback),
    },
    (link) => link.ask(),
  );
  readonly links = [new Link(this), new Link(this), new Link(this), new Link(this), new Link(this)] as const;

  constructor({ signedIn = true } = {}) {
    if (signedIn) for (const link of this.links) link.signIn();
  }

  newLink(): Link {
    const link = new Link(this);
    link.signIn();
    return link;
  }

  private catchUp(mayGoOn: () => boolean): boolean {
    while (this.putOff.length > 0 && mayGoOn()) {
      this.caughtUp.push(this.putOff.shift() ?? '');
      this.nowMs += 1;
    }
    return this.putOff.length > 0;
  }

  nextTurn(): void {
    for (const callback of this.#next.splice(0)) callback();
  }
}

describe('reports of many connections', () => {
  test('are taken in until the turn is spent; the rest waits for the next, first come, first read', () => {
    const bench = new Bench();
    for (const [place, link] of bench.links.entries()) link.hear(`report ${place}`);
    expect(bench.links.map(({ taken }) => taken.length)).toEqual([1, 1, 1, 0, 0]);
    expect(bench.turns.waiting).toBe(2);
    bench.links[0].hear('late');
    bench.nextTurn();
    expect(bench.links.map(({ taken }) => taken.length)).toEqual([2, 1, 1, 1, 1]);
    expect(bench.turns.waiting).toBe(0);
  });

  test('a call for help goes first, but after earlier bytes of its own connection', () => {
    const bench = new Bench();
    bench.nowMs = 0;
    for (const link of bench.links) link.hear('lift/A/telemetry;');
    const last = bench.links[4];
    expect(last.taken).toEqual([]);
    last.hear('lift/A/ev');
    expect(last.taken).toEqual([]);
    last.hear('ent trapped;');
    expect(last.taken).toEqual(['lift/A/telemetry;lift/A/event trapped;']);
    expect(bench.turns.waiting).toBe(1);
  });

  test('one that writes the mark of a call into everything soon waits like the others, and loses nothing', () => {
    const bench = new Bench();
    const [flooder, ...others] = bench.links;
    // The others use up the turn.
    for (const link of others) link.hear('report');
    for (let count = 0; count < 200; count += 1) {
      const { nowMs } = bench;
      flooder.hear('{"floor":"/event"};');
      bench.nowMs = nowMs;
    }
    expect(flooder.taken).toHaveLength(50);
    expect(bench.turns.waiting).toBe(2);
    while (bench.turns.waiting > 0) bench.nextTurn();
    flooder.ask();
    expect(flooder.taken.join('').match(/;/g)).toHaveLength(200);
  });

  test('the end of a connection is not looked for before what is held has been read', () => {
    const bench = new Bench();
    for (const link of bench.links) link.hear('report');
    const last = bench.links[4];
    const { reads } = last;
    last.ask();
    expect(last.reads).toBe(reads);
    bench.nextTurn();
    expect(last.taken).toEqual(['report']);
    last.ask();
    expect(last.reads).toBe(reads + 1);
  });

  test('one that never stops sending does not go ahead forever', () => {
    const bench = new Bench();
    for (const link of bench.links) link.hear('report');
    const last = bench.links[4];
    for (let count = 0; count < 100; count += 1) last.hear('x'.repeat(10_000));
    expect(last.length).toBeGreaterThan(900_000);
    while (bench.turns.waiting > 0) bench.nextTurn();
    last.ask();
    expect(last.taken.join('').length).toBe(1_000_006);
  });

  test('however many connections speak at once, and however little each says, few are read in a turn', () => {
    const bench = new Bench();
    const crowd = Array.from({ length: 10 * mostReads }, () => bench.newLink());
    for (const link of crowd) link.hear('x', 0);
    for (let turn = 0; turn < 20; turn += 1) {
      const before = crowd.reduce((sum, { reads }) => sum + reads, 0);
      bench.nextTurn();
      for (const link of crowd) link.hear('x', 0);
      // Those whose turn it is, and what these say next.
      expect(crowd.reduce((sum, { reads }) => sum + reads, 0) - before).toBeLessThanOrEqual(3 * mostReads);
    }
    while (bench.turns.waiting > 0) bench.nextTurn();
    for (const link of crowd) link.ask();
    while (bench.turns.waiting > 0) bench.nextTurn();
    expect(crowd.every(({ taken }) => taken.join('') === 'x'.repeat(21))).toBe(true);
  });

  test('what was put off is handled first in the next turns, also when nothing more arrives', () => {
    const bench = new Bench();
    expect(bench.turns.isShort).toBe(false);
    bench.nowMs += handleMs;
    expect(bench.turns.isShort).toBe(true);
    bench.putOff.push('A', 'B', 'C', 'D');
    bench.turns.deferred();
    bench.nextTurn();
    expect(bench.caughtUp).toEqual(['A', 'B', 'C']);
    bench.nextTurn();
    expect(bench.caughtUp).toEqual(['A', 'B', 'C', 'D']);
    expect(bench.turns.isShort).toBe(false);
  });

  test('reading is behind for as long as some connection or other waits', () => {
    const bench = new Bench();
    expect(bench.turns.behindMs).toBe(0);
    for (const link of bench.links) link.hear('report');
    bench.nowMs += 1_000;
    expect(bench.turns.behindMs).toBeGreaterThanOrEqual(1_000);
    bench.nextTurn();
    expect(bench.turns.behindMs).toBe(0);
  });

  test('a new connection is heard immediately, however many are waiting', () => {
    const bench = new Bench({ signedIn: false });
    bench.turns.take(bench.links[0], bench.links[0]);
    for (const link of bench.links) link.hear('CONNECT');
    expect(bench.links.map(({ taken }) => taken)).toEqual(bench.links.map(() => ['CONNECT']));
    for (const link of bench.links) link.hear('report');
    expect(bench.turns.waiting).toBe(5);
  });

  test('one that is gone waits no more', () => {
    const bench = new Bench();
    for (const link of bench.links) link.hear('report');
    bench.turns.forget(bench.links[3]);
    bench.nextTurn();
    expect(bench.links.map(({ taken }) => taken.length)).toEqual([1, 1, 1, 0, 1]);
  });

  test('nothing is lost, repeated or out of order, however it comes', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.constant('turn' as const),
            fc.record({ link: fc.nat(4), text: fc.string({ minLength: 1, maxLength: 5 }) }),
          ),
          { maxLength: 200 },
        ),
        (steps) => {
          const bench = new Bench();
          const said = bench.links.map(() => '');
          for (const step of steps) {
            if (step === 'turn') bench.nextTurn();
            else {
              said[step.link] += step.text;
              bench.links[step.link]?.hear(step.text);
            }
          }
          for (let turn = 0; bench.turns.waiting > 0 && turn < 1_000; turn += 1) bench.nextTurn();
          expect(bench.links.map(({ taken }) => taken.join(''))).toEqual(said);
        },
      ),
    );
  });
});
