import { toWireTime } from '../../../src/contract/time.ts';
import { confirmCut, openCuts } from '../../domain/logCuts.ts';
import { isInScope } from '../../access/scope.ts';
import type { DecisionParts } from '../../domain/decide.ts';
import type { Directory } from '../../domain/directory.ts';
import type { Handlers } from '../handlers.ts';

export function logCutHandlers({
  store,
  clock,
  directory,
}: DecisionParts & { readonly directory: Directory }): Pick<Handlers, 'logCutList' | 'logCutConfirm'> {
  return {
    async logCutList(_input, { principal }) {
      const isTheirs = ({ id }: { readonly id: number }): boolean => {
        const lift = directory.elevator(id);
        return lift !== undefined && isInScope(principal.scope, lift.responsible);
      };
      const cuts = await openCuts(store);
      return {
        list: cuts.map(({ position, kept, lost, lifts, atMs }) => ({
          position,
          first_lost: kept.position + 1,
          last_lost: lost.position,
          lost_from: toWireTime(kept.atMs),
          lost_until: toWireTime(lost.atMs),
          found_at: toWireTime(atMs),
          lifts: lifts.filter(isTheirs),
        })),
      };
    },
    async logCutConfirm(input, { principal }) {
      await confirmCut({ store, clock }, principal, input);
      return {};
    },
  };
}
