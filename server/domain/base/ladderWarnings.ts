import {
  channelsWithoutAnswer,
  notifyChannelLabels,
  type ProviderChannel,
} from '../../../src/contract/notificationWords.ts';
import { liftCompanyLabels, type RungWho } from '../../../src/contract/rules/recipients.ts';
import type { LadderValues } from './rotaRows.ts';

/** The facts from base data and the channels that a ladder's warnings need. */
export interface LadderFacts {
  readonly isConfigured: (channel: ProviderChannel) => boolean;
  /** People in the ladder or in the rota of its organisation. People who are absent here are gone. */
  readonly people: ReadonlyMap<number, { readonly name: string; readonly isReachable: boolean }>;
  /** The rota of the ladder's organisation: who stands in it, and when nobody is on duty. Null where there is none. */
  readonly rota: { readonly personIds: readonly number[]; readonly gaps: readonly string[] } | null;
}

/** The most calls to one number for one round: the sending repeats a call that was not taken. */
const mostCallsPerRound = 3;
const mostCallsPerHour = 5;

const roundWord = (index: number): string => `第 ${index} 轮`;

/** The name of the people that a specification addresses, as far as it is known without a lift. */
const nameOfWho = (who: RungWho, facts: LadderFacts): string => {
  switch (who.kind) {
    case 'rota':
      return who.company === undefined ? '值班人员' : `${liftCompanyLabels[who.company]}值班人员`;
    case 'dutyPhone':
      return `${liftCompanyLabels[who.company]}值班电话`;
    case 'duty':
      return `${liftCompanyLabels[who.company]}的岗位`;
    case 'person':
      return facts.people.get(who.person_id)?.name ?? '人员';
    case 'supervisors':
      return '管理员与督办人员';
  }
};

/** Names whom a round reaches: two rounds with the same name reach the same people. */
const keysOfWho = (who: RungWho, organization: string, { rota }: LadderFacts): readonly string[] => {
  if (who.kind === 'person') return [`person-${who.person_id}`];
  if (who.kind === 'rota' && who.company === undefined && organization !== '')
    return (rota?.personIds ?? []).map((id) => `person-${id}`);
  return [JSON.stringify(who)];
};

function warningsOfRung(ladder: LadderValues, index: number, facts: LadderFacts): readonly string[] {
  const rung = ladder.rungs[index];
  if (rung === undefined) return [];
  const round = roundWord(index);
  if (rung.who.length === 0 && rung.channels.length === 0)
    return index === 0 ? [] : [`${round}没有通知对象，只发平台通知`];
  const warnings: string[] = [];
  const answering = rung.channels.filter((channel) => !channelsWithoutAnswer.some((robot) => robot === channel));
  if (rung.channels.length === 0) warnings.push(`${round}没有渠道，请选择电话或短信`);
  else if (answering.length === 0) warnings.push(`${round}只有群机器人或 Webhook，没有人会应答，请增加电话`);
  if (rung.who.length === 0) warnings.push(`${round}没有通知对象`);
  for (const channel of rung.channels)
    if (!facts.isConfigured(channel)) warnings.push(`${round}的${notifyChannelLabels[channel]}渠道未配置，不会发出`);
  for (const who of rung.who) {
    if (who.kind === 'person' && facts.people.get(who.person_id)?.isReachable !== true)
      warnings.push(`${round}的${nameOfWho(who, facts)}没有电话或已停用，请更换`);
    if (who.kind === 'rota' && who.company === undefined && ladder.organization !== '') {
      if (facts.rota === null) warnings.push(`${round}通知值班人员，但该单位没有值班表`);
      else if (facts.rota.gaps.length > 0)
        warnings.push(
          `${round}通知值班人员：${facts.rota.gaps.slice(0, 3).join('，')}${facts.rota.gaps.length > 3 ? ` 等 ${facts.rota.gaps.length} 段` : ''}`,
        );
      for (const id of facts.rota?.personIds ?? []) {
        const person = facts.people.get(id);
        if (person !== undefined && !person.isReachable) warnings.push(`值班人员${person.name}没有电话或已停用`);
      }
    }
  }
  return warnings;
}

/** Those who are called in several rounds, and those whose number may ring too often for its provider. */
function repeated({ rungs, organization }: LadderValues, facts: LadderFacts): readonly string[] {
  const rounds = new Map<string, { readonly name: string; readonly at: number[]; readonly voiceAt: number[] }>();
  rungs.forEach((rung, index) => {
    for (const who of rung.who)
      for (const key of new Set(keysOfWho(who, organization, facts))) {
        const id = key.startsWith('person-') ? Number(key.slice('person-'.length)) : undefined;
        const name = id === undefined ? nameOfWho(who, facts) : (facts.people.get(id)?.name ?? '人员');
        const entry = rounds.get(key) ?? { name, at: [], voiceAt: [] };
        rounds.set(key, entry);
        if (entry.at.includes(index)) continue;
        entry.at.push(index);
        if (rung.channels.includes('voice')) entry.voiceAt.push(index);
      }
  });
  return [...rounds.values()]
    .filter(({ at }) => at.length > 1)
    .map(({ name, at, voiceAt }) =>
      voiceAt.length * mostCallsPerRound > mostCallsPerHour
        ? `${name}在第 ${at.join('、')} 轮都会接到通知，1 小时内可能超过 ${mostCallsPerHour} 次电话，超出的会被渠道拒绝`
        : `${name}在第 ${at.join('、')} 轮都会接到通知`,
    );
}

/** The reasons why the ladder would not reach somebody, one line each. These are warnings: the save goes ahead. */
export const ladderWarnings = (ladder: LadderValues, facts: LadderFacts): readonly string[] => [
  ...new Set([
    ...ladder.rungs.flatMap((_rung, index) => warningsOfRung(ladder, index, facts)),
    ...repeated(ladder, facts),
  ]),
];
