import type { Adapter } from '../adapter.ts';
import { channelForms, type ChannelValues } from '../channelForms.ts';
import { aliyunAccount, callAliyun } from './aliyunRequest.ts';
import { aliyunNumber, aliyunVariables } from './aliyunVariables.ts';
import { noTemplate, type AdapterParts } from './parts.ts';

const mostParameterLetters = 500;

/** Aliyun's short messages of an approved template. */
export function createAliyunSms(values: ChannelValues, { clock, outbound, variablesOf }: AdapterParts): Adapter {
  const account = aliyunAccount(values);
  const { perSecond, addressLimits } = channelForms.sms;
  return {
    channel: 'sms',
    isDemo: false,
    isIdempotent: false,
    perSecond,
    addressLimits,
    async send({ notificationId, address, templateCode, values: words }, signal) {
      if (templateCode === '') return noTemplate;
      const parameters = {
        Action: 'SendSms',
        PhoneNumbers: aliyunNumber(address),
        SignName: values['sign_name'] ?? '',
        TemplateCode: templateCode,
        TemplateParam: aliyunVariables(variablesOf(templateCode), words, mostParameterLetters),
        OutId: String(notificationId),
      };
      return callAliyun(outbound, account, { parameters, idName: 'BizId', atMs: clock.nowMs() }, signal);
    },
  };
}
