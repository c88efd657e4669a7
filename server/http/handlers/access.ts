import { createAccessDesk, type AccessDeskParts } from '../../domain/accessDesk.ts';
import { renewDeviceSecret, type DeviceSecretParts } from '../../domain/deviceSecrets.ts';
import { deviceSecret } from '../../gateway/credentials.ts';
import type { Handlers } from '../handlers.ts';

type AccessHandlers = Pick<Handlers, 'userDisable' | 'userEnable' | 'userSessionsEnd' | 'userPasswordReset' | 'deviceSecretRenew'>;

export interface AccessHandlerParts extends AccessDeskParts, DeviceSecretParts {
  readonly directory: AccessDeskParts['directory'] & DeviceSecretParts['directory'];
  /** The site's device key, from which each device's secret is derived. */
  readonly siteKey: Buffer;
}

export function accessHandlers(parts: AccessHandlerParts): AccessHandlers {
  const desk = createAccessDesk(parts);
  return {
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
      return { device_key: deviceKey, secret_version: version, secret: deviceSecret(parts.siteKey, deviceKey, version) };
    },
  };
}
