import type { Adapter } from '../adapter.ts';
import { channelForms, type ChannelValues } from '../channelForms.ts';
import { aliyunAccount, callAliyun, type AliyunParameters } from './aliyunRequest.ts';
import { aliyunNumber, aliyunVariables } from './aliyunVariables.ts';
import { noTemplate, type AdapterParts } from './parts.ts';

/** The parts in which one of Aliyun's channels differs from the others. */
interface AliyunChannel {
  readonly channel: 'sms' | 'voice';
  readonly idName: 'CallId' | 'BizId';
  /** The variables, as JSON text, must be shorter. */
  readonly mostVariableLetters: number;
  /** `number` and `variables` as Aliyun takes them. */
  readonly parametersOf: (message: {
    readonly number: string;
    readonly template: string;
    readonly variables: string;
  }) => AliyunParameters;
}

/** A channel of Aliyun's: it sends approved templates, filled with our variables. */
export function createAliyunAdapter(
  values: ChannelValues,
  { clock, outbound, variablesOf }: AdapterParts,
  { channel, idName, mostVariableLetters, parametersOf }: AliyunChannel,
): Adapter {
  const account = aliyunAccount(values);
  const { perSecond, addressLimits } = channelForms[channel];
  return {
    channel,
    isDemo: false,
    isIdempotent: false,
    perSecond,
    addressLimits,
    async send({ notificationId, address, templateCode: template, values: words }, signal) {
      if (template === '') return noTemplate;
      const variables = aliyunVariables(variablesOf(template), words, mostVariableLetters);
      const parameters = {
        ...parametersOf({ number: aliyunNumber(address), template, variables }),
        OutId: String(notificationId),
      };
      return callAliyun(outbound, account, { parameters, idName, atMs: clock.nowMs() }, signal);
    },
  };
}
