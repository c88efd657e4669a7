import type { ScooterEvent } from '../contract/events/scooter.ts';
import { photoCount, repeatTitle, reportWords, sentence } from './eventWords.ts';
import type { EventWords } from './lifecycle.ts';

/** A step of a scooter in the words of its timeline. */
export function describeScooterEvent(event: ScooterEvent): EventWords {
  switch (event.type) {
    case 'scooter.detected':
      return {
        title: '发现电动车',
        detail: sentence(reportWords(event.data), event.data.isDoorHeld ? '梯门已保持打开' : undefined),
      };
    case 'scooter.repeated':
      return { title: repeatTitle(event.data.times), detail: reportWords(event.data) };
    case 'scooter.holdAcknowledged':
      return { title: '梯门已保持打开', detail: '' };
    case 'scooter.visited':
      return { title: '到场', detail: event.data.note ?? '' };
    case 'scooter.removed':
      return { title: '移出电动车', detail: sentence(photoCount(event.data.photos), event.data.note) };
    case 'scooter.cleared':
      return { title: '设备报告消除', detail: '' };
    case 'scooter.released':
      return { title: '恢复运行', detail: event.data.note ?? '' };
    case 'scooter.remotelyReleased':
      return { title: '远程解除', detail: event.data.reason };
    case 'scooter.judgedFalse':
      return { title: '判定误报', detail: event.data.reason };
    case 'scooter.commented':
      return { title: '评论', detail: sentence(event.data.text, photoCount(event.data.photos)) };
    case 'scooter.hidden':
      return { title: '从列表中删除', detail: event.data.reason };
    case 'scooter.deadlinePassed':
      return { title: '超时未移出', detail: '超过处理时限' };
  }
}
