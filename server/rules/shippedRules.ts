import { ruleBodySchema, type RuleBody } from '../../src/contract/rules/alarmRule.ts';
import type * as z from 'zod';

export interface ShippedRule {
  /** Never change this name: a store that has had the rule does not get it again. */
  readonly key: string;
  readonly body: RuleBody;
}

const shipped = (key: string, body: z.input<typeof ruleBodySchema>): ShippedRule => ({
  key,
  body: ruleBodySchema.parse(body),
});
const raised = (codes: readonly string[]) =>
  codes.map((value) => ({ source: 'code', value, phase: 'raised' }) as const);

/**
 * The automatic actions of the platform until an administrator decides otherwise: work items for what devices report. Calls for help, power
 * cuts and the end of each of these are no rules, and no one can switch them off.
 */
export const shippedRules: readonly ShippedRule[] = [
  shipped('scooter', {
    name: '电动车入梯',
    remark: '摄像头报告电动车入梯时，登记电动车事件或并入未结束的一条',
    event_type: 2,
    listens: (['raised', 'repeated'] as const).map((phase) => ({ source: 'alarm', value: 'moto', phase }) as const),
    actions: [{ no: 6, type: 2 }],
  }),
  shipped('fault-codes', {
    name: '控制器故障码',
    remark: '控制器报告故障码时，登记故障或并入未结束的一条',
    event_type: 3,
    listens: raised(['01', '02', '03', '04', '05', '06', '07', '08']),
    actions: [{ no: 6, type: 3 }],
  }),
  shipped('mode-codes', {
    name: '运行模式变化',
    remark: '停止服务、检修、消防、地震时登记事件；断电（41、46）由平台按小区归并，不在此规则内',
    event_type: 4,
    listens: raised(['42', '43', '44', '45', '47']),
    actions: [{ no: 6, type: 4 }],
  }),
  shipped('flapping', {
    name: '采集器频繁上下线',
    remark: '采集器十分钟内多次上下线时，登记设备离线事件',
    event_type: 4,
    listens: [{ source: 'device', value: 'flapping', phase: 'raised' }],
    actions: [{ no: 6, type: 4 }],
  }),
];
