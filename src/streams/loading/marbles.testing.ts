import { TestScheduler } from 'rxjs/testing';
import { expect } from 'vitest';

type RunHelpers = Parameters<Parameters<TestScheduler['run']>[0]>[0];

/** A fresh scheduler per test: frames of a used one carry over. */
export function withMarbles(test: (helpers: RunHelpers, scheduler: TestScheduler) => void): void {
  const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
  scheduler.run((helpers) => test(helpers, scheduler));
}
