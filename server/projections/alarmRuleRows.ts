import { alarmRuleEvents } from '../../src/contract/events/alarmRule.ts';
import type { StoredEvent } from '../../src/contract/events/storedEvent.ts';
import { run, type InlineProjection, type Queries, type TransactionSteps } from '../store/eventStore.ts';
import type { AlarmRuleTable } from '../store/rowTables.ts';

/** `alarm_rules` and `alarm_rule_versions`: each rule with every version of it. */
export const alarmRuleRows: InlineProjection = {
  name: 'alarm-rules',
  version: 1,
  tables: ['alarm_rules', 'alarm_rule_versions'],
  handles: Object.keys(alarmRuleEvents),
  *steps(event, queries) {
    switch (event.type) {
      case 'alarmRule.versioned':
        return yield* versioned(event, queries);
      case 'alarmRule.activated': {
        const { ruleId, version } = alarmRuleEvents['alarmRule.activated'].parse(event.data);
        yield* change(event, queries, ruleId, {
          state: 'active',
          active_version: version,
          active_from: event.position,
          cut_off: '',
        });
        yield* run(
          queries
            .updateTable('alarm_rule_versions')
            .set({ activated_at_ms: event.receivedAtMs, activated_by: event.actor.name })
            .where('rule_id', '=', ruleId)
            .where('version', '=', version),
        );
        return;
      }
      case 'alarmRule.paused': {
        const { ruleId } = alarmRuleEvents['alarmRule.paused'].parse(event.data);
        return yield* change(event, queries, ruleId, { state: 'paused' });
      }
      case 'alarmRule.retired': {
        const { ruleId } = alarmRuleEvents['alarmRule.retired'].parse(event.data);
        return yield* change(event, queries, ruleId, { state: 'retired' });
      }
      case 'alarmRule.cutOff': {
        const { ruleId, firings } = alarmRuleEvents['alarmRule.cutOff'].parse(event.data);
        const cutOff = `一分钟内触发 ${firings} 次，已自动暂停；请收窄条件后重新试跑并启用`;
        return yield* change(event, queries, ruleId, { state: 'paused', cut_off: cutOff });
      }
    }
  },
};

const updatedBy = ({ receivedAtMs, actor }: StoredEvent) => ({
  updated_at_ms: receivedAtMs,
  updated_by: actor.name,
});

function* change(
  event: StoredEvent,
  queries: Queries,
  ruleId: number,
  values: Partial<AlarmRuleTable>,
): TransactionSteps {
  yield* run(
    queries
      .updateTable('alarm_rules')
      .set({ ...values, ...updatedBy(event) })
      .where('id', '=', ruleId),
  );
}

/** `4-301` in its two parts; both 0 for the whole city. */
function organizationColumns(organization: string): Pick<AlarmRuleTable, 'org_type' | 'org_id'> {
  const [type = '0', id = '0'] = organization === '' ? [] : organization.split('-');
  return { org_type: Number(type), org_id: Number(id) };
}

function* versioned(event: StoredEvent, queries: Queries): TransactionSteps {
  const { ruleId, version, body, shippedKey } = alarmRuleEvents['alarmRule.versioned'].parse(event.data);
  const text = JSON.stringify(body);
  yield* run(
    queries.insertInto('alarm_rule_versions').values({
      rule_id: ruleId,
      version,
      body: text,
      shipped_key: shippedKey,
      created_at_ms: event.receivedAtMs,
      created_by: event.actor.name,
      activated_at_ms: null,
      activated_by: '',
    }),
  );
  const row = {
    ...organizationColumns(body.organization),
    name: body.name,
    event_type: body.event_type,
    body: text,
    version,
    ...updatedBy(event),
  };
  yield* run(
    queries
      .insertInto('alarm_rules')
      .values({
        id: ruleId,
        ...row,
        active_version: 0,
        active_from: 0,
        state: 'draft',
        shipped_key: shippedKey,
        cut_off: '',
      })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row)),
  );
}
