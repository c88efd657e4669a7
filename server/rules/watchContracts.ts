import { startDueContracts, type ContractStartParts } from '../domain/base/contract.ts';
import { every } from '../runtime/clock.ts';

const lookPeriodMs = 10 * 60_000;

/** Contracts begin within ten minutes of midnight on their first day, and those of days that were missed at the start. */
export function watchContracts(
  parts: ContractStartParts,
  onError: (error: unknown) => void,
): { close(): Promise<void> } {
  let looking = startDueContracts(parts).catch(onError);
  const stop = every(parts.clock, lookPeriodMs, () => (looking = startDueContracts(parts).catch(onError)));
  return {
    async close() {
      stop();
      await looking;
    },
  };
}
