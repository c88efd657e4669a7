import { describe } from 'vitest';
import { appendingSuite } from './suite/appending.ts';
import { dataSuite } from './suite/dataOfEveryKind.ts';
import { integritySuite } from './suite/integrity.ts';
import { lifetimeSuite } from './suite/lifetime.ts';
import { rebuildSuite } from './suite/rebuilding.ts';
import { rowsSuite } from './suite/rows.ts';
import { subscriberSuite } from './suite/subscribers.ts';
import { createBench, type StoreUnderTest } from './suite/bench.ts';

/** The guarantees of every implementation of the event store, a file of `suite` for each; `create` makes an empty database. */
export function storeSuite(name: string, create: () => Promise<StoreUnderTest>): void {
  describe(name, () => {
    const bench = createBench(create);
    appendingSuite(bench);
    dataSuite(bench);
    rowsSuite(bench);
    rebuildSuite(bench);
    subscriberSuite(bench);
    integritySuite(bench);
    lifetimeSuite(bench);
  });
}
