import { md5 } from 'js-md5';
import { helloText } from '../../contract/push.ts';

interface Place {
  readonly protocol: string;
  readonly host: string;
}

/** `{host}/ws`, and the first frame: who we are by the user's id and a fragment of the token's MD5 (specification, section 7). */
export function pushTarget({ protocol, host }: Place, userId: number, token: string): { url: string; hello: string } {
  return { url: `${protocol === 'https:' ? 'wss:' : 'ws:'}//${host}/ws`, hello: helloText(userId, md5(token)) };
}
