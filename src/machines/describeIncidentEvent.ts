import { exceptionSourceLabels, incidentKindLabels, sweepWayLabels } from '../contract/exceptions.ts';
import type { IncidentEvent } from '../contract/events/incident.ts';
import { photoCount, repeatTitle, reportWords, sentence } from './eventWords.ts';
import type { EventWords } from './lifecycle.ts';

/** The lift by its tag, where the event carries one. */
const ofLift = (title: string, tag: string | undefined): string => (tag === undefined ? title : `${title}：${tag}`);

/** A step of an incident in the words of its timeline. */
export function describeIncidentEvent(event: IncidentEvent): EventWords {
  switch (event.type) {
    case 'incident.opened': {
      const { kind, children = [] } = event.data;
      return {
        title: `发生事件：${incidentKindLabels[kind]}`,
        detail: sentence(children.length > 0 ? `共 ${children.length} 台电梯` : undefined, reportWords(event.data)),
      };
    }
    case 'incident.repeated':
      return { title: repeatTitle(event.data.times), detail: reportWords(event.data) };
    case 'incident.joined':
      return {
        title: `并入电梯：${event.data.tag}`,
        detail: sentence(
          event.data.addr,
          exceptionSourceLabels[event.data.source],
          event.data.isAgain === true ? '再次断电，须重新确认轿厢无人' : undefined,
        ),
      };
    case 'incident.absorbed':
      return event.data.visitId === undefined
        ? { title: '并入多台事件', detail: `事件编号 ${event.data.incidentId ?? '—'}` }
        : { title: '维保作业期间，并入维保工单', detail: `维保工单编号 ${event.data.visitId}` };
    case 'incident.checked':
      return { title: '开始核查', detail: event.data.note ?? '' };
    case 'incident.swept':
      return {
        title: ofLift('确认轿厢无人', event.data.tag),
        detail: sentence(
          sweepWayLabels[event.data.way],
          event.data.peopleNum === undefined ? undefined : `设备此前报告轿厢内 ${event.data.peopleNum} 人`,
          event.data.note,
        ),
      };
    case 'incident.unswept':
      return { title: ofLift('撤回轿厢无人的确认', event.data.tag), detail: event.data.note ?? '' };
    case 'incident.restored':
      return { title: ofLift('设备报告恢复', event.data.tag), detail: '' };
    case 'incident.ended':
      return { title: '设备报告结束', detail: '' };
    case 'incident.closed':
      return { title: '关闭', detail: event.data.note ?? '' };
    case 'incident.commented':
      return { title: '评论', detail: sentence(event.data.text, photoCount(event.data.photos)) };
    case 'incident.hidden':
      return { title: '从列表中删除', detail: event.data.reason };
    case 'incident.deadlinePassed':
      return { title: '超时未核查', detail: '超过处理时限' };
  }
}
