import { parseTopic, topicOf } from '../../src/contract/device.ts';
import type { DeviceFacts, SignInVerdict } from '../domain/domain.ts';
import { deviceSecret, isSameSecret } from './credentials.ts';

/** Judges a device's key and secret, the same for MQTT and for HTTP. The secret is compared in constant time. */
export function judgeSignIn(
  {
    siteKey,
    devices,
  }: { readonly siteKey: Buffer; readonly devices: Pick<DeviceFacts, 'findDevice' | 'secretVersionOf'> },
  deviceKey: string,
  secret: Buffer | undefined,
): SignInVerdict {
  // A device that is not bound yet, or no longer, may still sign in: its messages are quarantined.
  const expected = deviceSecret(siteKey, deviceKey, devices.secretVersionOf(deviceKey));
  if (!isSameSecret(expected, secret)) return 'wrong';
  if (parseTopic(topicOf(deviceKey, 'event')) === undefined) return 'malformed';
  return devices.findDevice(deviceKey)?.isDisabled === true ? 'disabled' : 'right';
}
