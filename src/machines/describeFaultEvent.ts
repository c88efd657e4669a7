import { faultPhenomenonLabels } from '../contract/exceptions.ts';
import type { FaultEvent } from '../contract/events/fault.ts';
import { meaningOf } from '../contract/messageCodes.ts';
import { photoCount, repeatTitle, reportWords, sentence } from './eventWords.ts';
import type { EventWords } from './lifecycle.ts';

const partsText = (
  parts: readonly { readonly name: string; readonly num: number }[] | undefined,
): string | undefined =>
  parts === undefined || parts.length === 0
    ? undefined
    : `更换 ${parts.map(({ name, num }) => (num === 1 ? name : `${name} ×${num}`)).join('、')}`;

const codeWords = (code: string): string => [code, meaningOf(code)?.label].filter(Boolean).join(' ');

/** A step of a fault in the words of its timeline. */
export function describeFaultEvent(event: FaultEvent): EventWords {
  switch (event.type) {
    case 'fault.occurred': {
      const { phenomenon, code } = event.data;
      const what = phenomenon === 'code' && code !== '' ? codeWords(code) : faultPhenomenonLabels[phenomenon];
      return { title: `发生故障：${what}`, detail: reportWords(event.data) };
    }
    case 'fault.repeated':
      return { title: repeatTitle(event.data.times), detail: reportWords(event.data) };
    case 'fault.accepted':
      return { title: '受理', detail: event.data.note ?? '' };
    case 'fault.arrived':
      return { title: '到场', detail: event.data.note ?? '' };
    case 'fault.repaired': {
      const { cause, causeLabel, parts, photos, stopsCar, rescueOrderId, note } = event.data;
      return {
        title: `修复：${causeLabel ?? `原因 ${cause}`}`,
        detail: sentence(
          stopsCar === undefined ? undefined : stopsCar ? '已停梯' : '未停梯',
          rescueOrderId === undefined ? undefined : `造成困人，救援单 ${rescueOrderId}`,
          partsText(parts),
          photoCount(photos),
          note,
        ),
      };
    }
    case 'fault.cleared':
      return { title: '设备报告消除', detail: event.data.code === '' ? '' : codeWords(event.data.code) };
    case 'fault.confirmed':
      return { title: '确认恢复', detail: event.data.note ?? '' };
    case 'fault.judgedFalse':
      return { title: '判定误报', detail: event.data.reason };
    case 'fault.reopened':
      return { title: '重新打开', detail: event.data.reason };
    case 'fault.commented':
      return { title: '评论', detail: sentence(event.data.text, photoCount(event.data.photos)) };
    case 'fault.hidden':
      return { title: '从列表中删除', detail: event.data.reason };
    case 'fault.deadlinePassed':
      return { title: '超时未修复', detail: '超过处理时限' };
  }
}
