import { Directory } from '../../server/domain/city/directory.ts';
import type { Clock } from '../../server/runtime/clock.ts';
import { importDesks } from '../../server/imports/kinds/index.ts';
import type { EventStore } from '../../server/store/eventStore.ts';
import { testPasswords } from './testAccess.ts';

/** A trouble fails the test. */
export const failOnTrouble = (_trouble: string, error: unknown): never => {
  throw error;
};

/** The desks of imports over a test's store. */
export async function openImportDesks(store: EventStore, clock: Clock): Promise<ReturnType<typeof importDesks>> {
  const directory = await Directory.load(store);
  return importDesks({
    store,
    clock,
    directory,
    domain: directory,
    onTrouble: failOnTrouble,
    passwords: testPasswords,
    sessions: { accessChanged: () => undefined },
  });
}
