import type { DeviceLinks, GatewayLinks } from './deviceLinks.ts';

/** The connections of the gateway in this process, at most one at a time. Throws Error when a second one joins. */
export function createLocalDeviceLinks(): DeviceLinks {
  let joined: GatewayLinks | undefined;
  return {
    broker: () => joined?.broker ?? null,
    isReady: () => joined?.isReady() === true,
    shedReports: () => joined?.shedReports(),
    disconnect: (deviceKey) => joined?.disconnect(deviceKey),
    heardAgoMs: (deviceKey) => joined?.heardAgoMs(deviceKey),
    join(gateway) {
      if (joined !== undefined) throw new Error('a gateway has joined already');
      joined = gateway;
      return () => {
        if (joined === gateway) joined = undefined;
      };
    },
  };
}
