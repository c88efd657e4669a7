import { visitSteps, type VisitEvent } from '../contract/events/visit.ts';
import {
  evidenceLabels,
  replanReasonLabels,
  visitFlagLabels,
  visitKindLabels,
  type VisitFlag,
} from '../contract/visits/visitKinds.ts';
import type { EventWords } from './lifecycle.ts';

const flagWords = (flags: readonly VisitFlag[]): readonly string[] => flags.map((flag) => visitFlagLabels[flag]);
const minutes = (seconds: number): string => `${Math.round(seconds / 60)} 分钟`;
const joined = (parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== '').join(' · ');

function detailOf(event: VisitEvent): string {
  switch (event.type) {
    case 'visit.planned':
      return joined([visitKindLabels[event.data.kind], `到期日 ${event.data.dueOn}`, event.data.reason]);
    case 'visit.imported':
      return joined([visitKindLabels[event.data.kind], `完成于 ${event.data.doneOn}`, event.data.note]);
    case 'visit.assigned': {
      const { workers, plannedOn } = event.data;
      return joined([
        workers.length === 0 ? '未指定人员' : workers.map(({ name }) => name).join('、'),
        plannedOn === null ? undefined : `计划 ${plannedOn}`,
      ]);
    }
    case 'visit.checkedIn': {
      const { worker, distanceM, flags } = event.data;
      return joined([
        worker.name,
        distanceM === null ? undefined : `距电梯 ${Math.round(distanceM)} 米`,
        ...flagWords(flags),
      ]);
    }
    case 'visit.submitted': {
      const { worker, itemNum, deviations, checkedInAtMs, checkedOutAtMs, flags } = event.data;
      const abnormal = deviations.filter(({ answer }) => answer === 'abnormal').length;
      return joined([
        worker.name,
        `${itemNum} 项${abnormal === 0 ? '' : `，异常 ${abnormal} 项`}`,
        `停留 ${minutes((checkedOutAtMs - checkedInAtMs) / 1_000)}`,
        ...flagWords(flags),
      ]);
    }
    case 'visit.cosigned':
      return event.data.worker.name;
    case 'visit.enteredFromPaper':
      return joined([
        event.data.workerNames,
        `完成于 ${event.data.doneOn}`,
        event.data.note,
        ...flagWords(event.data.flags),
      ]);
    case 'visit.judged': {
      const { evidence, inspectionSeconds, staySeconds } = event.data;
      return joined([evidenceLabels[evidence], `检修 ${minutes(inspectionSeconds)}，停留 ${minutes(staySeconds)}`]);
    }
    case 'visit.countersigned':
      return event.data.note ?? '';
    case 'visit.rejected':
    case 'visit.brokenOff':
      return event.data.reason;
    case 'visit.amended':
      return event.data.text;
    case 'visit.replanned':
      return joined([replanReasonLabels[event.data.reason], event.data.note]);
    case 'visit.deadlinePassed':
      return '';
  }
}

/** An event of a visit in the words of its timeline. */
export function describeVisitEvent(event: VisitEvent): EventWords {
  if (event.type === 'visit.deadlinePassed')
    return { title: event.data.kind === 'due' ? '今日到期' : '已超时', detail: '' };
  return { title: visitSteps[event.type].label, detail: detailOf(event) };
}
