import { toWireTime } from '../../../src/contract/time.ts';
import { confirmCut, openCuts } from '../../domain/city/logCuts.ts';
import type { DecisionParts } from '../../domain/decide.ts';
import type { Handlers } from '../handlers.ts';

export function logCutHandlers({ store, clock }: DecisionParts): Pick<Handlers, 'logCutList' | 'logCutConfirm'> {
  return {
    async logCutList(_input, { principal }) {
      // It tells of lifts and of how much happens in the whole site.
      const cuts = principal.scope.kind === 'all' ? await openCuts(store) : [];
      return {
        list: cuts.map(({ position, kept, lost, lifts, atMs }) => ({
          position,
          first_lost: kept.position + 1,
          last_lost: lost.position,
          lost_from: toWireTime(kept.atMs),
          lost_until: toWireTime(lost.atMs),
          found_at: toWireTime(atMs),
          lifts: [...lifts],
        })),
      };
    },
    async logCutConfirm(input, { principal }) {
      await confirmCut({ store, clock }, principal, input);
      return {};
    },
  };
}
