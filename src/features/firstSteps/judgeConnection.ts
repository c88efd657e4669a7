import type { SiteSetup } from '../../contract/endpoints/setup.ts';
import { judgeBaseUrl } from '../../parts/place/judgeBaseUrl.ts';

export interface Finding {
  readonly id: string;
  readonly isGood: boolean;
  readonly text: string;
}

/**
 * Returns the state of the site's encryption by this very connection, and the missing settings. `protocol`: of the page's address, `https:`.
 */
export function judgeConnection(
  { is_encrypted, base_url, is_base_url_set, is_mqtt_encrypted }: SiteSetup['reached_by'],
  protocol: string,
): readonly Finding[] {
  const isPageEncrypted = protocol === 'https:';
  const address = judgeBaseUrl(base_url, is_base_url_set);
  return [
    {
      id: 'page',
      isGood: isPageEncrypted && is_encrypted,
      text: isPageEncrypted
        ? is_encrypted
          ? '本页经 HTTPS 打开。'
          : '本页经 HTTPS 打开，但服务器把它当作未加密：前面有反向代理，请设置 TRUST_PROXY=true 后重启服务。'
        : '本页未加密：密码以摘要形式在网络上传送，值班台也不能使用麦克风、屏幕常亮与桌面通知。请设置 TLS_CERT_FILE 与 TLS_KEY_FILE 后重启服务，再用 https 网址打开；或在前面放反向代理并设置 TRUST_PROXY=true。',
    },
    {
      id: 'public',
      isGood: address === undefined,
      text: address === undefined ? `轿厢二维码的网址：${base_url}。` : address.text,
    },
    {
      id: 'mqtt',
      isGood: is_mqtt_encrypted !== false,
      text:
        is_mqtt_encrypted === null
          ? '设备连接外部消息服务器，是否加密请在该服务器上确认。'
          : is_mqtt_encrypted
            ? '设备经 MQTTS 连接。'
            : '设备的 MQTT 连接未加密，设置 TLS_CERT_FILE 与 TLS_KEY_FILE 后一并加密。',
    },
  ];
}
