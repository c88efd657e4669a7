import * as z from 'zod';
import { alarmSteps } from '../../src/contract/events/alarm.ts';
import { deviceSteps } from '../../src/contract/events/device.ts';
import { exceptionTypeLabels } from '../../src/contract/labels.ts';
import { alarmKindLabels, alarmKinds } from '../../src/contract/labels.ts';
import { meaningOf } from '../../src/contract/messageCodes.ts';
import { toWireTime } from '../../src/contract/time.ts';
import type { Queries } from '../store/eventStore.ts';

export interface EventLine {
  readonly at: string;
  readonly words: string;
}

/** The events at these positions, a line each, for the reasons of a firing. */
export async function readEventWords(
  rows: Queries,
  positions: readonly number[],
): Promise<ReadonlyMap<number, EventLine>> {
  if (positions.length === 0) return new Map();
  const events = await rows
    .selectFrom('events')
    .select(['position', 'type', 'data', 'received_at_ms'])
    .where('position', 'in', [...new Set(positions)])
    .execute();
  return new Map(
    events.map(({ position, type, data, received_at_ms: atMs }) => [
      position,
      { at: toWireTime(atMs), words: wordsOf(type, JSON.parse(data)) },
    ]),
  );
}

const factsSchema = z.object({
  kind: z.string().optional().catch(undefined),
  code: z.string().optional().catch(undefined),
  vendorCode: z.string().optional().catch(undefined),
  times: z.number().optional().catch(undefined),
});
const openings: Readonly<Record<string, string>> = {
  'scooter.detected': exceptionTypeLabels[2],
  'fault.occurred': exceptionTypeLabels[3],
  'incident.opened': exceptionTypeLabels[4],
};

function wordsOf(type: string, data: unknown): string {
  const { kind, code, vendorCode, times } = factsSchema.safeParse(data).data ?? {};
  const often = times === undefined || times === 1 ? '' : `（${times} 次）`;
  if (type === 'alarm.raised') {
    const known = alarmKinds.find((alarmKind) => alarmKind === kind);
    return known === undefined ? '报警' : alarmKindLabels[known];
  }
  if (type === 'device.codeRaised' || type === 'device.codeCleared') {
    const shown = code === undefined || code === '' ? (vendorCode ?? '') : code;
    const meaning = meaningOf(shown)?.label;
    const end = type === 'device.codeCleared' ? '消除' : '';
    return `消息码 ${shown}${meaning === undefined ? '' : ` ${meaning}`}${end}${often}`;
  }
  const opened = openings[type];
  if (opened !== undefined) return `新增${opened}`;
  const step = [...Object.entries(alarmSteps), ...Object.entries(deviceSteps)].find(([name]) => name === type)?.[1];
  if (step === undefined) return type.endsWith('.deadlinePassed') ? '处理超时' : '其他事件';
  return `${type.startsWith('alarm.') ? '报警' : '设备'}${step.label}${often}`;
}
