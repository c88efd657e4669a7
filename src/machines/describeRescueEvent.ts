import type { RescueEvent } from '../contract/events/rescue.ts';
import { timeOfDay } from '../contract/statedTime.ts';
import { describeChanges } from './describeResult.ts';
import {
  breachLabels,
  handedToLabels,
  releaseWayLabels,
  rescueCauseText,
  rescueTriggerLabels,
  responseLevelLabels,
} from '../contract/labels.ts';
import { notifyChannelLabels } from '../contract/notificationWords.ts';
import { caller, sentence } from './eventWords.ts';
import type { EventWords } from './lifecycle.ts';

const escalationReasons = {
  unanswered: '无人受理',
  noConsoleArmed: '无可响铃的值班台',
  byHand: '人工升级',
  rungEmpty: '上一轮无人可通知',
} as const;

/** 阳光物业 王芳: who confirmed by a key that they know of a call. */
export const knowerName = ({ name, organization }: { readonly name: string; readonly organization: string }): string =>
  organization === '' || name.startsWith(organization) ? name : `${organization} ${name}`;

/** A step of an order in the words of the timeline and the printed record. */
export function describeRescueEvent(event: RescueEvent): EventWords {
  switch (event.type) {
    case 'rescue.raised':
      return {
        title: `收到呼叫：${rescueTriggerLabels[event.data.trigger]}`,
        detail: sentence(
          caller(event.data.callerName, event.data.callerPhone),
          event.data.late ? '消息迟到' : undefined,
          event.data.note,
        ),
      };
    case 'rescue.joined':
      return {
        title: `再次呼叫：${rescueTriggerLabels[event.data.trigger]}`,
        detail: sentence(caller(event.data.callerName, event.data.callerPhone), event.data.note),
      };
    case 'rescue.accepted':
      return { title: '受理', detail: event.data.via === 'phone' ? '电话按键' : '' };
    case 'rescue.extended':
      return { title: `受理延长 ${Math.round(event.data.bySeconds / 60)} 分钟`, detail: event.data.note ?? '' };
    case 'rescue.handOverOffered':
      return { title: `请 ${event.data.toUserName} 接手`, detail: event.data.note ?? '' };
    case 'rescue.handOverAccepted':
      return { title: '接收转交', detail: '' };
    case 'rescue.handOverDeclined':
      return { title: '拒绝转交，仍由原受理人负责', detail: event.data.note ?? '' };
    case 'rescue.handOverExpired':
      return { title: '转交未被接收，仍由原受理人负责', detail: '限时内没有答复' };
    case 'rescue.handedOver':
      return { title: `转交给 ${event.data.toUserName}`, detail: event.data.note ?? '' };
    case 'rescue.claimLapsed':
      return {
        title: '受理失效，重新振铃',
        detail: sentence(
          event.data.cause === 'claimerLeft' ? '受理人已离开' : '受理后未见进展',
          event.data.offeredTo === undefined ? undefined : `转交给 ${event.data.offeredTo} 未被接收`,
        ),
      };
    case 'rescue.dispatched': {
      const { level, who, phone, etaMinutes, note } = event.data;
      return {
        title: `派出救援：${who}`,
        detail: sentence(
          responseLevelLabels[level],
          phone,
          etaMinutes === undefined ? undefined : `预计 ${etaMinutes} 分钟到场`,
          note,
        ),
      };
    }
    case 'rescue.escalated': {
      return {
        title: `升级通知：第 ${event.data.level} 轮`,
        detail: sentence(escalationReasons[event.data.reason], event.data.note),
      };
    }
    case 'rescue.informed':
      return {
        title: `${knowerName(event.data)} 已按键知晓`,
        detail: sentence(
          notifyChannelLabels[event.data.channel],
          event.data.heldBy === undefined ? '呼叫继续等待受理' : `此前已由 ${event.data.heldBy} 受理`,
        ),
      };
    case 'rescue.arrived':
      return {
        title: '救援到场',
        detail: sentence(
          event.data.who,
          event.data.statedAtMs === undefined
            ? undefined
            : `到场时间 ${timeOfDay(event.data.statedAtMs)}，于 ${timeOfDay(event.receivedAtMs)} 补登`,
          event.data.note,
        ),
      };
    case 'rescue.released':
      return { title: `人员脱困：${event.data.people} 人`, detail: event.data.note ?? '' };
    case 'rescue.selfReleased':
      return { title: '自行脱困', detail: event.data.note ?? '' };
    case 'rescue.completed': {
      const { data } = event;
      const people = data.wasTrapped ? `确认困人 ${data.peopleNum} 人` : '未发生困人';
      return {
        title: '救援完成',
        detail: sentence(
          people,
          rescueCauseText(data.cause, data.causeDetailLabel),
          data.injuredNum > 0 ? `受伤 ${data.injuredNum} 人` : undefined,
          data.vulnerableNum > 0 ? `老弱孕幼 ${data.vulnerableNum} 人` : undefined,
          data.releaseWay === undefined || data.releaseWay === ''
            ? undefined
            : `脱困方式：${releaseWayLabels[data.releaseWay]}`,
          data.handedTo === 'none' ? undefined : handedToLabels[data.handedTo],
          data.calledBack ? '已回访' : undefined,
          data.releasedNum === undefined ? undefined : `脱困人数改为 ${data.releasedNum} 人`,
          data.note,
        ),
      };
    }
    case 'rescue.corrected': {
      const { reason, changes, before } = event.data;
      return { title: '更正记录', detail: sentence(...describeChanges(changes, before ?? {}), `原因：${reason}`) };
    }
    case 'rescue.judgedFalse':
      return { title: '判定为误报', detail: event.data.reason };
    case 'rescue.noted':
      return { title: '备注', detail: event.data.text };
    case 'rescue.hidden':
      return { title: '从列表中隐藏', detail: event.data.reason };
    case 'rescue.deadlinePassed':
      return {
        title: breachLabels[event.data.kind],
        detail: event.data.kind === 'respond' ? '超过受理时限' : '超过到场时限',
      };
  }
}
