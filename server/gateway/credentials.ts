import { createHmac, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { loadSecretFile, readSecretFile } from '../runtime/secretFile.ts';

/** The user name under which one connection may speak for many devices (gateways on site, load tests). */
export const bridgeUser = 'bridge';

const keyName = '设备密钥';

export const deviceKeyPath = (dataDir: string): string => join(dataDir, 'secrets', 'device.key');

/** Reads the site's device key. Throws when it is missing or damaged. */
export const readSiteDeviceKey = (dataDir: string): Buffer => readSecretFile(deviceKeyPath(dataDir), keyName);

/**
 * The site's 32 random bytes from which every device's secret is derived, created on first use and readable by the owner only.
 * Losing the file invalidates every device's secret, so backups include it.
 */
export const loadSiteDeviceKey = (dataDir: string): Buffer => loadSecretFile(deviceKeyPath(dataDir), keyName);

/** A device's MQTT password; raising the version in the device's row invalidates the old one. */
export function deviceSecret(siteKey: Buffer, deviceKey: string, secretVersion: number): string {
  return createHmac('sha256', siteKey).update(`${deviceKey}:${secretVersion}`).digest('base64url');
}

/** `:` cannot stand in a device key, so no device's secret can equal this. */
export function bridgeSecret(siteKey: Buffer): string {
  return createHmac('sha256', siteKey).update(`:${bridgeUser}:1`).digest('base64url');
}

/** Compares in constant time. */
export function isSameSecret(expected: string, given: Buffer | undefined): boolean {
  const expectedBytes = Buffer.from(expected);
  if (given === undefined || given.length !== expectedBytes.length) return false;
  return timingSafeEqual(expectedBytes, given);
}
