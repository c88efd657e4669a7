import { whyAlarmRang, whyRescueRang, type WhyParts } from '../../queries/whyRang.ts';
import type { Handlers } from '../handlers.ts';

export function whyRangHandlers(parts: WhyParts): Pick<Handlers, 'rescueWhy' | 'alarmWhy'> {
  return {
    rescueWhy: ({ id }, { principal }) => whyRescueRang(parts, principal, id),
    alarmWhy: ({ id }, { principal }) => whyAlarmRang(parts, principal, id),
  };
}
