import type { Adapter } from '../adapter.ts';
import { channelForms, type ChannelValues } from '../channelForms.ts';
import { aliyunAccount, callAliyun } from './aliyunRequest.ts';
import { aliyunNumber, aliyunVariables } from './aliyunVariables.ts';
import { noTemplate, type AdapterParts } from './parts.ts';

/** TtsParam must be shorter. */
const mostParameterLetters = 250;

/** Aliyun's voice notices: a computer reads the approved template, the person presses a key. */
export function createAliyunVoice(values: ChannelValues, { clock, outbound, variablesOf }: AdapterParts): Adapter {
  const account = aliyunAccount(values);
  const shown = values['called_show_number'] ?? '';
  const { perSecond, addressLimits } = channelForms.voice;
  return {
    channel: 'voice',
    isDemo: false,
    isIdempotent: false,
    perSecond,
    addressLimits,
    async send({ notificationId, address, templateCode, values: words }, signal) {
      if (templateCode === '') return noTemplate;
      const parameters = {
        Action: 'SingleCallByTts',
        CalledNumber: aliyunNumber(address),
        ...(shown === '' ? {} : { CalledShowNumber: shown }),
        TtsCode: templateCode,
        TtsParam: aliyunVariables(variablesOf(templateCode), words, mostParameterLetters),
        PlayTimes: values['play_times'] ?? '3',
        OutId: String(notificationId),
      };
      return callAliyun(outbound, account, { parameters, idName: 'CallId', atMs: clock.nowMs() }, signal);
    },
  };
}
