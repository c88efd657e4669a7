import type { RuleAction, RuleBody, RuleFinding } from '../../../src/contract/rules/alarmRule.ts';
import { notifyChannelLabels, type ProviderChannel } from '../../../src/contract/notificationWords.ts';
import { lintRule } from '../../../src/contract/rules/ruleLint.ts';
import type { Principal } from '../../access/principal.ts';
import { isInScope } from '../../access/scope.ts';
import { recipientKeyOf, resolveRecipients, unreachableBy } from './resolveRecipients.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { Directory, ElevatorInfo } from '../city/directory.ts';
import { coversOrganization, isLiftOf } from './ruleScope.ts';

/** Finds errors and unwise choices in a rule, by the facts that the server knows today: errors first. */
export type RuleFindings = (by: Principal, body: RuleBody) => Promise<readonly RuleFinding[]>;

export interface RuleFindingParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly directory: Pick<Directory, 'elevators'>;
  /** As they are set up now; without them no channel is. */
  readonly channels?: { adapterOf(channel: ProviderChannel): object | undefined } | undefined;
}

type Notifying = Extract<RuleAction, { readonly to: unknown }>;
const warning = (field: string, message: string): RuleFinding => ({ severity: 'warning', field, message });

/**
 * Judges what the rule says, and whom it would reach now for one of its lifts that the author sees: who that is changes with rotas and
 * base data, so nothing of it is an error.
 */
export function createRuleFindings(parts: RuleFindingParts): RuleFindings {
  return async (by, body) => {
    const own = [...ownerFindings(parts, by, body), ...lintRule(body)];
    const lift = firstLift(parts, by, body);
    if (lift === undefined)
      return [...own, warning('organization', '您管辖的范围内没有符合条件的电梯，规则暂时不会触发')];
    const found: RuleFinding[] = [];
    for (const [index, action] of body.actions.entries())
      if ('to' in action) found.push(...(await judgeRecipients(parts, body, action, `actions.${index}`, lift)));
    return [...own, ...found];
  };
}

/** A rule that its author may not keep is no rule: said while it is written, not when it is activated. */
function ownerFindings(
  { directory }: RuleFindingParts,
  by: Principal,
  { organization }: RuleBody,
): readonly RuleFinding[] {
  if (coversOrganization(directory, by.scope, organization)) return [];
  const message =
    organization === '' ? '您不管辖全市，请选择您管辖的单位' : '这个单位不全在您的管辖范围内，请选择您管辖的单位';
  return [{ severity: 'error', field: 'organization', message }];
}

function firstLift({ directory }: RuleFindingParts, by: Principal, body: RuleBody): ElevatorInfo | undefined {
  for (const lift of directory.elevators())
    if (
      isInScope(by.scope, lift.responsible) &&
      (body.organization === '' || isLiftOf(body.organization, lift.responsible))
    )
      return lift;
  return undefined;
}

async function judgeRecipients(
  { store, clock, channels }: RuleFindingParts,
  { organization }: RuleBody,
  action: Notifying,
  field: string,
  { id: elevatorId, responsible }: ElevatorInfo,
): Promise<readonly RuleFinding[]> {
  const wanted: readonly (ProviderChannel | 'platform')[] = action.no === 7 ? ['platform'] : action.channels;
  const missing = wanted.filter((one) => one !== 'platform' && channels?.adapterOf(one) === undefined);
  const unset = missing.map((one) =>
    warning(`${field}.channels`, `${notifyChannelLabels[one]}渠道未配置，不会发出；请在通知渠道中配置`),
  );
  const people: string[] = [];
  const reached: boolean[] = [];
  for (const spec of action.to) {
    const found = await resolveRecipients({ store, clock }, [spec], { elevatorId, responsible }, clock.nowMs(), {
      organization,
    });
    people.push(...found.map(({ recipient }) => recipientKeyOf(recipient)));
    reached.push(...found.map((one) => wanted.some((channel) => unreachableBy(one, channel) === '')));
  }
  return [
    ...unset,
    ...(reached.includes(true)
      ? []
      : [warning(`${field}.to`, '现在通知不到任何人：请检查值班表、岗位与联系电话，或增加通知对象')]),
    ...(new Set(people).size < people.length ? [warning(`${field}.to`, '有人同时属于多个通知对象，只会收到一次')] : []),
  ];
}
