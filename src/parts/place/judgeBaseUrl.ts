const ownMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const ownNetwork =
  /^(10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|169\.254(\.\d+){2}|\[f[cd].*|[^.:]+|.*\.(local|lan|internal))$/;

/** Returns true if only the machine that shows this address can open it. Throws a TypeError for what is no address. */
export const isOwnMachine = (url: string): boolean => ownMachine.test(new URL(url).hostname);
/** Returns the reason why a telephone could not open a code with this address at all; undefined where it can. */
export const unreachableAddress = (address: string): string | undefined =>
  isOwnMachine(address)
    ? `二维码指向本机地址 ${new URL(address).origin}，别人的手机打不开。请用服务器的网址打开本页，再重新生成。`
    : undefined;

/**
 * Returns the reason why codes with such addresses would be of little or no use in a car, and the remedy; undefined if they work. `isSet`: an
 * operator chose the address (PUBLIC_URL).
 */
export function judgeBaseUrl(
  baseUrl: string,
  isSet: boolean,
): { readonly tone: 'high' | 'medium'; readonly text: string } | undefined {
  const { hostname, protocol } = new URL(baseUrl);
  const advice = '请在服务器上把 PUBLIC_URL 设为公众能打开的 https 网址，再打印。';
  if (ownMachine.test(hostname))
    return { tone: 'high', text: `二维码指向本机地址 ${baseUrl}，乘客的手机打不开。${advice}` };
  if (ownNetwork.test(hostname))
    return { tone: 'high', text: `二维码指向内部网络的地址 ${baseUrl}，乘客的手机多半打不开。${advice}` };
  if (protocol === 'http:')
    return { tone: 'high', text: `二维码的网址 ${baseUrl} 没有加密，手机可能提示不安全或拒绝打开。${advice}` };
  if (!isSet)
    return {
      tone: 'medium',
      text: `二维码的网址取自您打开本页的地址 ${baseUrl}。标牌会用很多年，请先确认它长期不变，最好在服务器上设置 PUBLIC_URL。`,
    };
  return undefined;
}
