import { refusalCodes } from '../../../src/contract/envelope.ts';
import { streamName } from '../../../src/contract/streamName.ts';
import { alarmLifecycle } from '../../../src/machines/alarmLifecycle.ts';
import type { Principal } from '../../access/principal.ts';
import { findMessageStream, openOrderOfAlarm } from './currentRows.ts';
import { decideAs, type DecisionParts } from '../decide.ts';
import type { Directory } from '../city/directory.ts';
import type { AlarmDesk, AlarmStep, HandledAlarms } from '../domain.ts';
import { inPortions } from '../longWork.ts';
import { alarmScope, requireRecordInScope } from '../city/recordScope.ts';
import { NotFound, Refusal } from '../refusal.ts';

export interface AlarmDeskParts extends DecisionParts {
  readonly directory: Directory;
}

const closing: ReadonlySet<string> = new Set(['alarm.completed', 'alarm.judgedFalse']);
export const isClosingStep = (type: string): boolean => closing.has(type);

/** The refusal to close by hand an alarm that an open rescue order looks after. */
export const closedByOrderText = (orderId: number): string =>
  `该报警由救援单 ${orderId} 处理，救援结束后一并关闭，请在“救援呼叫”中处理`;

/** The steps that people take with alarms. Each alarm's machine decides, within the scope of the person. */
export function createAlarmDesk(parts: AlarmDeskParts): AlarmDesk {
  const { store } = parts;

  const isKnown = async (messageId: string): Promise<boolean> =>
    (await findMessageStream(store, messageId)) !== undefined;

  async function requireNoOpenOrder(alarmId: number, { event }: AlarmStep): Promise<void> {
    const orderId = isClosingStep(event) ? await openOrderOfAlarm(store, alarmId) : undefined;
    if (orderId !== undefined) throw new Refusal(closedByOrderText(orderId), refusalCodes.notAllowedNow);
  }

  async function take(by: Principal, alarmId: number, step: AlarmStep, isOneOfSeveral: boolean): Promise<void> {
    await requireRecordInScope(parts, by, alarmScope.table, alarmId);
    const messageId = step.request_id === undefined ? undefined : `alarm:${by.userId}:${step.request_id}:${alarmId}`;
    try {
      await requireNoOpenOrder(alarmId, step);
      await decideAs(parts, by, alarmLifecycle, {
        stream: streamName('alarm', alarmId),
        messageId,
        choose({ context }) {
          if (isOneOfSeveral && context.priority === 1)
            throw new Refusal('紧急报警须逐条处理，请打开该报警单独处理', refusalCodes.notAllowedNow);
          return { type: step.event, data: step.data };
        },
      });
    } catch (error) {
      // The second click of a double click finds the alarm as the first one left it.
      if (!(error instanceof Refusal) || messageId === undefined || !(await isKnown(messageId))) throw error;
    }
  }

  /** Undefined for an alarm that was handled. */
  const refusalOf = (by: Principal, alarmId: number, step: AlarmStep): Promise<string | undefined> =>
    take(by, alarmId, step, true).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof Refusal || error instanceof NotFound) return error.message;
        throw error;
      },
    );

  return {
    async hide(by, alarmId, reason) {
      await requireRecordInScope(parts, by, alarmScope.table, alarmId);
      await decideAs(parts, by, alarmLifecycle, {
        stream: streamName('alarm', alarmId),
        choose: () => ({ type: 'alarm.hidden', data: { reason } }),
      });
    },
    handle: (by, alarmId, step) => take(by, alarmId, step, false),
    async handleSeveral(by, alarmIds, step): Promise<HandledAlarms> {
      const ids = [...new Set(alarmIds)];
      const refused: { id: number; message: string }[] = [];
      // Some at a time, so that other writers get their turns in between.
      await inPortions(parts, by, '处理报警', ids, async (some, now) => {
        const messages = await Promise.all(some.map((id) => refusalOf(now, id, step)));
        for (const [index, id] of some.entries()) {
          const message = messages[index];
          if (message !== undefined) refused.push({ id, message });
        }
      });
      return { handled: ids.length - refused.length, refused };
    },
  };
}
