import type { StatusTagProps } from '../../ui/StatusTag/StatusTag.tsx';

/** From here on it is time to act. */
const urgentDays = 15;

/** Returns the number of days left, in words; negative for what has expired. */
export function toDaysTag(daysLeft: number): StatusTagProps {
  if (daysLeft < 0) return { tone: 'high', label: `已过期 ${-daysLeft} 天` };
  if (daysLeft === 0) return { tone: 'high', label: '今天到期' };
  return { tone: daysLeft <= urgentDays ? 'medium' : 'neutral', label: `还有 ${daysLeft} 天` };
}
