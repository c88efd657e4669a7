import type { Settings } from '../../domain/domain.ts';
import { listPlates } from '../../queries/plates.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { Handlers } from '../handlers.ts';

export interface PlateHandlerParts {
  readonly store: EventStore;
  readonly settings: Settings;
  /** PUBLIC_URL: what the addresses in the cars' codes begin with. */
  readonly publicUrl?: string | undefined;
}

export function plateHandlers({ store, settings, publicUrl }: PlateHandlerParts): Pick<Handlers, 'elevatorPlates'> {
  return {
    async elevatorPlates({ ids }, { principal, origin }) {
      const baseUrl = publicUrl ?? origin;
      return {
        base_url: baseUrl,
        is_base_url_set: publicUrl !== undefined,
        hotline: settings.current().hotline,
        list: await listPlates(store, principal, ids, baseUrl),
      };
    },
  };
}
