import { createAccessDesk, type AccessDeskParts } from '../../domain/accessDesk.ts';
import { renewDeviceSecret, type DeviceSecretParts } from '../../domain/deviceSecrets.ts';
import type { ConsoleRegistry } from '../../domain/domain.ts';
import { listAccounts, listAnswerers } from '../../queries/access.ts';
import type { Handlers } from '../handlers.ts';

type AccessHandlers = Pick<
  Handlers,
  | 'userOptions'
  | 'userAccounts'
  | 'userDisable'
  | 'userEnable'
  | 'userSessionsEnd'
  | 'userPasswordReset'
  | 'deviceSecretRenew'
>;

export interface AccessHandlerParts extends AccessDeskParts, DeviceSecretParts {
  readonly directory: AccessDeskParts['directory'] & DeviceSecretParts['directory'];
  /** A device's MQTT secret of this version. */
  readonly secretOfDevice: (deviceKey: string, version: number) => string;
  readonly consoles: Pick<ConsoleRegistry, 'isOnline'>;
}

export function accessHandlers(parts: AccessHandlerParts): AccessHandlers {
  const desk = createAccessDesk(parts);
  const isOnline = (userId: number) => parts.consoles.isOnline(userId);
  return {
    userOptions: (input, { principal }) => listAnswerers(parts.store, principal, isOnline, input),
    userAccounts: (input, { principal }) => listAccounts(parts.store, principal, isOnline, input),
    async userDisable({ id, reason }, { principal }) {
      const { endedSessions } = await desk.disable(principal, id, reason);
      return { ended_sessions: endedSessions };
    },
    async userEnable({ id, reason }, { principal }) {
      await desk.enable(principal, id, reason);
      return {};
    },
    async userSessionsEnd({ id, reason }, { principal }) {
      const { endedSessions } = await desk.endSessions(principal, id, reason);
      return { ended_sessions: endedSessions };
    },
    async userPasswordReset({ id, reason }, { principal }) {
      const { password, endedSessions } = await desk.resetPassword(principal, id, reason);
      return { password, ended_sessions: endedSessions };
    },
    async deviceSecretRenew({ device_key: deviceKey }, { principal }) {
      const version = await renewDeviceSecret(parts, principal, deviceKey);
      return { device_key: deviceKey, secret_version: version, secret: parts.secretOfDevice(deviceKey, version) };
    },
  };
}
