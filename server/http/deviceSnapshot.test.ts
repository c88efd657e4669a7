import { describe, expect, it } from 'vitest';
import { basicCredentials } from './deviceSnapshot.ts';

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('the credentials of a device', () => {
  it('are the key and, after the first colon, the secret', () => {
    expect(basicCredentials(basic('CAM000101:s:3:cret'))).toEqual({
      user: 'CAM000101',
      secret: Buffer.from('s:3:cret'),
    });
    expect(basicCredentials(basic('CAM000101:'))).toEqual({ user: 'CAM000101', secret: Buffer.alloc(0) });
    expect(basicCredentials(basic('CAM000101:x').replace('Basic', 'basic'))?.user).toBe('CAM000101');
  });

  it.each([undefined, '', 'Bearer abc', 'Basic', 'Basic ###', basic('no colon'), `Basic ${'A'.repeat(900)}`])(
    'are not in %s',
    (header) => {
      expect(basicCredentials(header)).toBeUndefined();
    },
  );
});
