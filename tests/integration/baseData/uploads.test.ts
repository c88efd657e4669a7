import { beforeEach, describe } from 'vitest';
import type { EventStore } from '../../../server/store/eventStore.ts';
import { uploadSuite } from '../../support/uploadSuite.ts';
import { withBaseData } from '../../support/baseData.ts';
import { onBothDatabases } from '../../support/postgresOfFile.ts';

describe.each(onBothDatabases())('uploads on %s', (_database, createDatabase) => {
  const { now, clock } = withBaseData(createDatabase);
  let store: EventStore;
  beforeEach(() => {
    ({ store } = now());
  });

  uploadSuite(() => ({ store, clock, dataDir: now().dataDir }));
});
