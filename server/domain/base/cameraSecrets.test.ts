import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createCameraSecrets } from './cameraSecrets.ts';

const siteKey = randomBytes(32);
const secrets = createCameraSecrets(siteKey);

describe('the password of a camera', () => {
  it('is opened again by the same site after a restart, and by no other', () => {
    const sealed = secrets.seal('相机 p@ss:{}/#');
    expect(sealed).not.toContain('p@ss');
    expect(createCameraSecrets(siteKey).open(sealed)).toBe('相机 p@ss:{}/#');
    expect(() => createCameraSecrets(randomBytes(32)).open(sealed)).toThrow();
  });

  it('is not the same text twice, so that no one sees which cameras share one', () => {
    expect(secrets.seal('same')).not.toBe(secrets.seal('same'));
  });

  it('is refused when a single bit of it was changed, or when it was cut', () => {
    const sealed = Buffer.from(secrets.seal('secret'), 'base64url');
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(() => secrets.open(changed.toString('base64url'))).toThrow();
    }
    expect(() => secrets.open(sealed.subarray(0, 20).toString('base64url'))).toThrow();
    expect(() => secrets.open('')).toThrow();
  });
});
