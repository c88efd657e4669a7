import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bridgeSecret, deviceKeyPath, deviceSecret, isSameSecret, loadSiteDeviceKey } from './credentials.ts';

describe('device credentials', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'tian-credentials-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  test('the site key is made once, is readable by its owner only, and stays', () => {
    const key = loadSiteDeviceKey(dataDir);
    expect(key).toHaveLength(32);
    expect(statSync(deviceKeyPath(dataDir)).mode & 0o777).toBe(0o600);
    expect(loadSiteDeviceKey(dataDir)).toEqual(key);
    expect(readFileSync(deviceKeyPath(dataDir))).toEqual(key);
  });

  test('a damaged site key stops the start instead of locking every device out', () => {
    loadSiteDeviceKey(dataDir);
    writeFileSync(deviceKeyPath(dataDir), 'short');
    expect(() => loadSiteDeviceKey(dataDir)).toThrow('设备密钥文件已损坏');
  });

  test('each device, each version and the bridge have secrets of their own', () => {
    const key = loadSiteDeviceKey(dataDir);
    const secrets = [
      deviceSecret(key, 'COL1', 1),
      deviceSecret(key, 'COL2', 1),
      deviceSecret(key, 'COL1', 2),
      deviceSecret(key, 'bridge', 1),
      bridgeSecret(key),
    ];
    expect(new Set(secrets).size).toBe(secrets.length);
    expect(deviceSecret(key, 'COL1', 1)).toMatch(/^[\w-]{43}$/);
  });

  test('only the very secret is the same', () => {
    expect(isSameSecret('abc', Buffer.from('abc'))).toBe(true);
    for (const given of [undefined, Buffer.from(''), Buffer.from('abd'), Buffer.from('abcd')])
      expect(isSameSecret('abc', given)).toBe(false);
  });
});
