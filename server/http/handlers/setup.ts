import type { Settings } from '../../domain/domain.ts';
import type { TestCalls } from '../../domain/records/testCalls.ts';
import type { DeviceLinks } from '../../ports/deviceLinks.ts';
import { readSetup } from '../../queries/setup.ts';
import type { EventStore } from '../../store/eventStore.ts';
import type { Handlers } from '../handlers.ts';

export interface SetupHandlerParts {
  readonly store: EventStore;
  readonly settings: Settings;
  readonly publicUrl?: string | undefined;
  readonly links: Pick<DeviceLinks, 'broker'>;
  readonly testCalls: TestCalls;
}

export function setupHandlers({
  store,
  settings,
  publicUrl,
  links,
  testCalls,
}: SetupHandlerParts): Pick<Handlers, 'siteSetup' | 'siteTestCall'> {
  return {
    async siteSetup(_input, { principal, origin, isEncrypted }) {
      const { isHotlineConfirmed, ...fromData } = await readSetup(store, principal);
      return {
        ...fromData,
        hotline: { value: settings.current().hotline, is_confirmed: isHotlineConfirmed },
        reached_by: {
          is_encrypted: isEncrypted,
          base_url: publicUrl ?? origin,
          is_base_url_set: publicUrl !== undefined,
          is_mqtt_encrypted: links.broker()?.tls ?? null,
        },
      };
    },
    async siteTestCall({ elevator_id: elevatorId }, { principal }) {
      const { orderId } = await testCalls.call(principal, elevatorId);
      return { rescue_order_id: orderId };
    },
  };
}
