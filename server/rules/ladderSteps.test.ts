import { describe, expect, it } from 'vitest';
import type { ProviderChannel } from '../../src/contract/notificationWords.ts';
import type { RungPerson } from '../notify/planRung.ts';
import { isEmptyRound, nextAsks, type LadderTry } from './ladderSteps.ts';

const person = (key: string, options: Partial<Record<ProviderChannel, string>>): RungPerson => ({
  key,
  person: {
    recipient: { personId: null, userId: null, organization: '', name: key, maskedAddress: '' },
    organizationName: '',
    mayClaim: false,
    isDisabled: false,
    hasTelephone: true,
  },
  options: (['voice', 'sms', 'wechat', 'wecom', 'webhook'] as const).flatMap((channel) => {
    const problem = options[channel];
    return problem === undefined ? [] : [{ channel, problem }];
  }),
});
const wang = person('person-1', { voice: '', sms: '' });
const li = person('person-2', { voice: '', sms: '' });
const asked = (key: string, more: Partial<LadderTry> = {}): LadderTry => ({
  key,
  channel: 'voice',
  state: 'accepted',
  isUnheard: false,
  requireKey: true,
  ...more,
});

describe('a round in turn', () => {
  const inTurn = { mode: 'inTurn' } as const;

  it('asks the first person, and waits while the telephone rings', () => {
    expect(nextAsks(inTurn, [wang, li], [])).toEqual([{ key: 'person-1', channel: 'voice' }]);
    expect(nextAsks(inTurn, [wang, li], [asked('person-1')])).toEqual([]);
  });

  it('goes on to the next person when nobody reacts, or when another key than 1 was pressed', () => {
    const next = [{ key: 'person-2', channel: 'voice' }];
    expect(nextAsks(inTurn, [wang, li], [asked('person-1', { isUnheard: true })])).toEqual(next);
    expect(nextAsks(inTurn, [wang, li], [asked('person-1', { state: 'answered' })])).toEqual(next);
  });

  it('takes the next channel of a person whom the first cannot reach', () => {
    expect(nextAsks(inTurn, [wang, li], [asked('person-1', { state: 'givenUp' })])).toEqual([
      { key: 'person-1', channel: 'sms' },
    ]);
  });

  it('passes over a number that may no longer be called', () => {
    const limited = person('person-1', { voice: '已达次数上限' });
    expect(nextAsks(inTurn, [limited, li], [])).toEqual([{ key: 'person-2', channel: 'voice' }]);
  });

  it('asks by another channel once everybody had their turn, and then gives up', () => {
    const passed = [asked('person-1', { isUnheard: true }), asked('person-2', { isUnheard: true })];
    expect(nextAsks(inTurn, [wang, li], passed)).toEqual([{ key: 'person-1', channel: 'sms' }]);
    const all = [
      ...passed,
      asked('person-1', { channel: 'sms', isUnheard: true }),
      asked('person-2', { channel: 'sms', state: 'givenUp' }),
    ];
    expect(nextAsks(inTurn, [wang, li], all)).toEqual([]);
  });

  it('asks no one else once somebody has confirmed', () => {
    expect(nextAsks(inTurn, [wang, li], [asked('person-1', { state: 'acknowledged' })])).toEqual([]);
  });

  it('waits for someone who was asked, although the rota has changed since', () => {
    expect(nextAsks(inTurn, [li], [asked('person-1')])).toEqual([]);
  });
});

describe('a round together', () => {
  it('asks everybody at once, and the robots once', () => {
    const group = person('group', { wecom: '', webhook: '未配置' });
    expect(nextAsks({ mode: 'together' }, [wang, li, group], [])).toEqual([
      { key: 'group', channel: 'wecom' },
      { key: 'person-1', channel: 'voice' },
      { key: 'person-2', channel: 'voice' },
    ]);
    const tries = [asked('group', { channel: 'wecom' }), asked('person-1', { state: 'givenUp' }), asked('person-2')];
    expect(nextAsks({ mode: 'together' }, [wang, li, group], tries)).toEqual([{ key: 'person-1', channel: 'sms' }]);
  });
});

describe('a round that reaches nobody', () => {
  const rung = { who: [{ kind: 'rota' as const }], skip_if_empty: true };
  const silent = person('person-1', { voice: '没有电话' });

  it('gives way at once, unless no channel is set up: then the times of the settings hold', () => {
    expect(isEmptyRound(rung, [silent], [], true)).toBe(true);
    expect(isEmptyRound(rung, [], [], true)).toBe(true);
    expect(isEmptyRound(rung, [silent], [], false)).toBe(false);
    expect(isEmptyRound(rung, [wang], [], true)).toBe(false);
    expect(isEmptyRound({ ...rung, skip_if_empty: false }, [silent], [], true)).toBe(false);
    expect(isEmptyRound({ ...rung, who: [] }, [], [], true)).toBe(false);
    expect(isEmptyRound(rung, [person('group', { wecom: '' })], [], true)).toBe(true);
  });
});
