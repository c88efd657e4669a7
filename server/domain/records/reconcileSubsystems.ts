import type { Subsystem } from '../../../src/contract/entities/faultCause.ts';
import { run, type Queries, type TransactionSteps } from '../../store/eventStore.ts';

/**
 * The subsystems of the causes that every site begins with (design: diagnosis). A cause of level 2 has one of its own only where that differs
 * from the one above it: of the control, what finds the floor belongs to the levelling, and encoder and inverter to the drive.
 */
const shipped: Readonly<Record<string, Subsystem>> = {
  1: 'none',
  2: 'none',
  3: 'door',
  4: 'drive',
  5: 'contacts',
  503: 'levelling',
  506: 'drive',
  507: 'drive',
  508: 'none',
  6: 'none',
  601: 'contacts',
  602: 'contacts',
  605: 'contacts',
  606: 'drive',
  607: 'drive',
  7: 'none',
  JX: 'none',
};

const itemOf = (code: string): string => `causeSubsystem:${code}`;

/**
 * Gives each shipped cause its subsystem, once for each store, at the start; what an administrator chose before or chooses afterwards stays.
 */
export function* reconcileSubsystems(queries: Queries): TransactionSteps {
  const given = new Set((yield* run(queries.selectFrom('catalogue_items').select('item'))).map(({ item }) => item));
  const fresh = Object.entries(shipped).filter(([code]) => !given.has(itemOf(code)));
  if (fresh.length === 0) return;
  for (const [code, subsystem] of fresh)
    yield* run(
      queries.updateTable('fault_causes').set({ subsystem }).where('code', '=', code).where('subsystem', '=', ''),
    );
  yield* run(queries.insertInto('catalogue_items').values(fresh.map(([code]) => ({ item: itemOf(code) }))));
}
