import type { Rung } from '../../src/contract/rules/ladder.ts';
import type { Responsible } from '../../src/contract/events/responsible.ts';
import { channelsWithoutAnswer, type ProviderChannel } from '../../src/contract/notificationWords.ts';
import { areaIdsOfPath } from '../domain/city/areaPath.ts';
import type { Clock } from '../runtime/clock.ts';
import type { EventStore } from '../store/eventStore.ts';
import type { Channels } from './adapter.ts';
import { attemptsLeft } from './addressLimits.ts';
import { addressOf } from './addressOf.ts';
import {
  recipientKeyOf,
  resolveRecipients,
  unreachableBy,
  type RecipientLift,
  type ResolvedRecipient,
} from '../domain/rules/resolveRecipients.ts';
import { ladderValues, type LadderValues } from '../domain/base/rotaRows.ts';

export interface ChosenLadder extends LadderValues {
  readonly id: number;
}

/** One way to reach somebody; `problem` is empty if it works now. */
export interface RungOption {
  readonly channel: ProviderChannel;
  readonly problem: string;
}

/** Somebody whom a round reaches, by its channels in order. */
export interface RungPerson {
  readonly key: string;
  readonly person: ResolvedRecipient;
  readonly options: readonly RungOption[];
}

export interface PlanParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly channels: Pick<Channels, 'adapterOf'>;
}

const isRobot = (channel: ProviderChannel): boolean => channelsWithoutAnswer.some((robot) => robot === channel);

/** A ladder by its id; undefined once it was deleted. */
export async function findLadder({ rows }: Pick<EventStore, 'rows'>, id: number): Promise<ChosenLadder | undefined> {
  const row = await rows.selectFrom('ladders').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : { id, ...ladderValues(row) };
}

/**
 * The one ladder of a call: that of the lift's property company, else of its maintenance company, else of the nearest area above it,
 * else the default. Undefined only in a store whose default somebody removed by hand.
 */
export async function chooseLadder(
  { rows }: Pick<EventStore, 'rows'>,
  { propertyId, maintenanceId, areaId }: Pick<Responsible, 'propertyId' | 'maintenanceId' | 'areaId'>,
): Promise<ChosenLadder | undefined> {
  const area = await rows.selectFrom('areas').select('path').where('id', '=', areaId).executeTakeFirst();
  const areas = areaIdsOfPath(area?.path ?? '').toReversed();
  const owners = [
    [4, propertyId],
    [5, maintenanceId],
    ...areas.map((id) => [1, id] as const),
    [0, 0],
  ] as const satisfies readonly (readonly [number, number | null])[];
  const found = await rows.selectFrom('ladders').selectAll().execute();
  for (const [type, id] of owners) {
    const row = found.find((one) => one.org_type === type && one.org_id === id);
    if (row !== undefined) return { id: row.id, ...ladderValues(row) };
  }
  return undefined;
}

/** Returns the people whom the round reaches at `atMs`, and their channels, in the order of the round; robots come last, as one recipient. */
export async function planRung(
  { store, clock, channels }: PlanParts,
  ladder: Pick<LadderValues, 'organization'>,
  rung: Rung,
  lift: RecipientLift,
  atMs: number,
): Promise<readonly RungPerson[]> {
  const { organization } = ladder;
  const people = await resolveRecipients({ store, clock }, rung.who, lift, atMs, { organization });
  const robots = rung.channels.filter(isRobot);
  const group =
    robots.length === 0
      ? []
      : await resolveRecipients({ store, clock }, [{ kind: 'group' }], lift, atMs, { organization });
  const planned: RungPerson[] = [];
  for (const [persons, ways] of [
    [people, rung.channels.filter((channel) => !isRobot(channel))],
    [group, robots],
  ] as const)
    for (const person of persons) {
      const options: RungOption[] = [];
      for (const channel of ways) {
        const problem = await problemOf({ store, channels }, person, channel, atMs);
        options.push({ channel, problem });
      }
      planned.push({ key: recipientKeyOf(person.recipient), person, options });
    }
  return planned;
}

async function problemOf(
  parts: Pick<PlanParts, 'store' | 'channels'>,
  person: ResolvedRecipient,
  channel: ProviderChannel,
  atMs: number,
): Promise<string> {
  if (parts.channels.adapterOf(channel) === undefined) return '未配置';
  const unreachable = unreachableBy(person, channel);
  if (unreachable !== '') return unreachable;
  const address = await addressOf(parts.store, channel, person.recipient);
  if (address === undefined) return channel === 'wechat' ? '未绑定微信' : '没有电话';
  return (await attemptsLeft(parts, channel, address, atMs)) > 0 ? '' : '已达次数上限';
}
