import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../runtime/virtualClock.ts';
import { StoreUnavailableError, UnkeepableDataError } from '../store/errors.ts';
import type { Delivery, Taken } from './delivery.ts';
import { takeUntilKept } from './takeUntilKept.ts';

const delivery: Delivery = {
  topic: 'lift/COL1/event',
  payload: Buffer.from('{}'),
  sender: 'broker',
  canWait: false,
  isLastWill: false,
  isRetained: false,
};
const receipt: Taken = { receipt: { deviceKey: 'COL1', id: 'e-1' } };
const away = new StoreUnavailableError(new Error('ECONNREFUSED'));
const strange = new Error('nobody thought of this');

interface Seen {
  takes: number;
  setAsides: number;
  readonly troubles: string[];
  taken: Taken | undefined | 'open';
}

const answer = (error: Error | undefined) => (error === undefined ? Promise.resolve(receipt) : Promise.reject(error));

/** An inbox that fails as it is told to, and counts. */
function begin(takeFails: () => Error | undefined, setAsideFails: () => Error | undefined = () => undefined) {
  const clock = new VirtualClock();
  const ended = new AbortController();
  const seen: Seen = { takes: 0, setAsides: 0, troubles: [], taken: 'open' };
  const inbox = {
    take() {
      seen.takes += 1;
      return answer(takeFails());
    },
    setAside() {
      seen.setAsides += 1;
      return answer(setAsideFails());
    },
  };
  const done = takeUntilKept(delivery, {
    inbox,
    clock,
    until: ended.signal,
    onTrouble: (trouble) => seen.troubles.push(trouble),
  }).then((taken) => {
    seen.taken = taken;
  });
  return { clock, ended, seen, done };
}

describe('a message from an external broker', () => {
  it('waits as long as the store cannot be written, is reported once, and is never set aside for that', async () => {
    let isAway = true;
    const { clock, seen, done } = begin(() => (isAway ? away : undefined));
    await clock.advance(3_600_000);
    expect(seen).toMatchObject({ setAsides: 0, taken: 'open', troubles: [expect.stringContaining('正在重试')] });
    isAway = false;
    await clock.advance(5_000);
    await done;
    expect(seen.taken).toEqual(receipt);
  });

  it('is set aside after two seconds when it fails for an unknown reason, and acknowledged', async () => {
    const { clock, seen, done } = begin(() => strange);
    await clock.advance(2_000);
    await done;
    expect(seen).toMatchObject({
      setAsides: 1,
      taken: receipt,
      troubles: [expect.stringContaining('正在重试'), expect.stringContaining('已转入')],
    });
  });

  it('is taken in after all when the store came back just as it was set aside', async () => {
    let writes = 0;
    const { clock, seen, done } = begin(
      () => (writes === 0 ? strange : undefined),
      () => {
        writes += 1;
        return undefined;
      },
    );
    await clock.advance(2_000);
    await done;
    expect(seen).toMatchObject({ takes: 6, setAsides: 1, taken: receipt });
  });

  it('is given up, and told of, only when quarantine can never keep it either', async () => {
    const { clock, seen, done } = begin(
      () => strange,
      () => new UnkeepableDataError(strange),
    );
    await clock.advance(2_000);
    await done;
    expect(seen).toMatchObject({ taken: {}, troubles: [expect.anything(), expect.stringContaining('已放弃')] });
  });

  it('stays unacknowledged when the server stops meanwhile', async () => {
    const { ended, seen, done } = begin(() => away);
    ended.abort();
    await done;
    expect(seen.taken).toBeUndefined();
  });
});
