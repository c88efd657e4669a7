import type { ReviewRow } from '../../contract/entities/review.ts';
import { bestScore, lowScore } from '../../contract/reviews.ts';
import type { Tone } from '../../ui/StatusTag/StatusTag.tsx';

/** `★★★☆☆`; a dash where no score was given. */
export const starsOf = (score: number | null): string =>
  score === null ? '—' : '★'.repeat(score) + '☆'.repeat(Math.max(0, bestScore - score));

/** A person is needed while it waits; what was refused stays quiet. */
export function reviewTone({ stage, is_waiting: isWaiting }: Pick<ReviewRow, 'stage' | 'is_waiting'>): Tone {
  if (isWaiting) return stage === 'received' ? 'info' : 'medium';
  return stage === 'answered' || stage === 'published' ? 'ok' : 'neutral';
}

/** A reported problem or a low score asks for a person more than praise does. */
export const rowToneOf = ({ is_waiting: isWaiting, problem, score }: ReviewRow): 'normal' | 'high' =>
  isWaiting && (problem !== null || (score !== null && score <= lowScore)) ? 'high' : 'normal';

/** Beside a review that waits to be read and has a word of the site's list (系统参数). */
export const sensitiveTag = { label: '含敏感词', tone: 'medium', icon: 'exclamation-triangle' } as const;
