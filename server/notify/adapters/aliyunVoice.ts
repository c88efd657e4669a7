import type { Adapter } from '../adapter.ts';
import type { ChannelValues } from '../channelForms.ts';
import { createAliyunAdapter } from './aliyunAdapter.ts';
import type { AdapterParts } from './parts.ts';

/** Aliyun's voice notices: a computer reads the approved template, the person presses a key. */
export function createAliyunVoice(values: ChannelValues, parts: AdapterParts): Adapter {
  const shown = values['called_show_number'] ?? '';
  return createAliyunAdapter(values, parts, {
    channel: 'voice',
    idName: 'CallId',
    mostVariableLetters: 250,
    parametersOf: ({ number, template, variables }) => ({
      Action: 'SingleCallByTts',
      CalledNumber: number,
      ...(shown === '' ? {} : { CalledShowNumber: shown }),
      TtsCode: template,
      TtsParam: variables,
      PlayTimes: values['play_times'] ?? '3',
    }),
  });
}
