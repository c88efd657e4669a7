import { sentenceOf } from '../../../src/contract/rules/ruleWords.ts';
import type { SealedIds } from '../../access/sealedIds.ts';
import type { Directory } from '../../domain/city/directory.ts';
import { createRuleDesk } from '../../domain/rules/ruleDesk.ts';
import { createRuleFindings } from '../../domain/rules/ruleFindings.ts';
import type { Channels } from '../../notify/adapter.ts';
import { listChoices, listFirings, listRules, listRuleVersions } from '../../queries/alarmRule.ts';
import { readRuleNames } from '../../queries/ruleNames.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { EventStore } from '../../store/eventStore.ts';
import { readsOf } from '../../store/readsOf.ts';
import type { Handlers } from '../handlers.ts';

export interface AlarmRuleHandlerParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly directory: Directory;
  readonly ids: SealedIds;
  /** The channels as configured now; without them no channel is. */
  readonly channels?: Channels | undefined;
}

type AlarmRuleCalls =
  | 'alarmRuleSave'
  | 'alarmRuleUpdate'
  | 'alarmRuleState'
  | 'alarmRuleDelete'
  | 'alarmRuleList'
  | 'alarmRuleBindEvent'
  | 'alarmRuleUnbindEvent'
  | 'alarmRuleBindAction'
  | 'alarmRuleUnbindAction'
  | 'alarmRuleChoices'
  | 'alarmRuleVersions'
  | 'alarmRuleLint'
  | 'alarmRuleFirings';

/** Rules are written by their desk; lists, versions and firings are queries. */
export function alarmRuleHandlers(parts: AlarmRuleHandlerParts): Pick<Handlers, AlarmRuleCalls> {
  const { store, clock, ids: sealed } = parts;
  const findings = createRuleFindings(parts);
  const rules = createRuleDesk({ ...parts, findings });
  return {
    alarmRuleSave: (body, { principal }) => rules.create(principal, body),
    alarmRuleUpdate: ({ id, version, ...body }, { principal }) => rules.edit(principal, { id, version }, body),
    alarmRuleState: (input, { principal }) => rules.setState(principal, input),
    alarmRuleDelete: (ids, { principal }) => rules.retire(principal, ids),
    alarmRuleList: (input, { principal }) => listRules(parts, principal, input, clock.nowMs()),
    alarmRuleBindEvent: ({ listens, ...target }, { principal }) => rules.bindEvents(principal, target, listens),
    alarmRuleUnbindEvent: ({ listens, ...target }, { principal }) => rules.unbindEvents(principal, target, listens),
    alarmRuleBindAction: ({ action, ...target }, { principal }) => rules.bindAction(principal, target, action),
    alarmRuleUnbindAction: ({ no, index, ...target }, { principal }) =>
      rules.unbindAction(principal, target, { no, index }),
    alarmRuleChoices: (input, { principal }) => listChoices(parts, principal, input),
    alarmRuleVersions: ({ id }, { principal }) => listRuleVersions(store, principal, id),
    alarmRuleLint: async (body, { principal }) => ({
      sentence: sentenceOf(body, await readRuleNames(readsOf(store, principal), principal, [body])),
      findings: [...(await findings(principal, body))],
    }),
    async alarmRuleFirings({ id, ...input }, { principal }) {
      const page = await listFirings(store, principal, {
        ...input,
        ...(id === undefined ? {} : { id: await sealed.open('firing', id) }),
      });
      return sealed.sealPage('firing', page);
    },
  };
}
