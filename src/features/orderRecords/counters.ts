import type { VisitCounts } from '../../contract/entities/visit.ts';
import { keysOf } from '../../contract/exceptions.ts';

/** The counters over the list, which are its filters too. */
export const counterLabels: Readonly<Record<keyof VisitCounts, string>> = {
  due_today: '今日到期',
  due_in_3_days: '3 日内',
  overdue: '已超时',
  unsigned: '待会签',
  done_this_month: '本月完成',
  doubtful: '存疑',
};
export const counterNames = keysOf(counterLabels);
/** These ask for a person when they are not zero. */
export const counterTones = { overdue: 'critical', doubtful: 'high', due_today: 'medium', unsigned: 'medium' } as const;

export const counterIn = (params: URLSearchParams): keyof VisitCounts | undefined =>
  counterNames.find((name) => name === params.get('counted'));
