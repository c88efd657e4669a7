import type { Page } from '@playwright/test';
import * as z from 'zod';

/** Event timing tells nothing of what was quicker. */
export const leastAnswerMs = 16;

/** Runs in the page, so it is text: how long each event of an interaction took until the frame that shows its effect. */
export const watchAnswers = `
  globalThis.answers = [];
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) if (interactionId > 0) answers.push({ interactionId, duration });
  }).observe({ type: 'event', durationThreshold: ${leastAnswerMs}, buffered: true });
`;

const answersSchema = z.array(z.object({ interactionId: z.number(), duration: z.number() }));

/**
 * The worst event of each interaction in ms, as a browser counts its interaction to next paint; browsers do not report those
 * below 16 ms.
 */
export async function readAnswers(page: Page): Promise<number[]> {
  const told = answersSchema.parse(await page.evaluate(() => Reflect.get(globalThis, 'answers')));
  const worst = new Map<number, number>();
  for (const { interactionId, duration } of told)
    worst.set(interactionId, Math.max(worst.get(interactionId) ?? 0, duration));
  return [...worst.values()];
}
