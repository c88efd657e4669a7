import { describe } from 'vitest';
import { appendingSuite } from './appending.ts';
import { dataSuite } from './dataOfEveryKind.ts';
import { integritySuite } from './integrity.ts';
import { lifetimeSuite } from './lifetime.ts';
import { rebuildSuite } from './rebuilding.ts';
import { rowsSuite } from './rows.ts';
import { subscriberSuite } from './subscribers.ts';
import { createBench, type StoreUnderTest } from './bench.ts';

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
