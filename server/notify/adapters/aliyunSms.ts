import type { Adapter } from '../adapter.ts';
import type { ChannelValues } from '../channelForms.ts';
import { createAliyunAdapter } from './aliyunAdapter.ts';
import type { AdapterParts } from './parts.ts';

/** Aliyun's short messages of an approved template. */
export const createAliyunSms = (values: ChannelValues, parts: AdapterParts): Adapter =>
  createAliyunAdapter(values, parts, {
    channel: 'sms',
    idName: 'BizId',
    mostVariableLetters: 500,
    parametersOf: ({ number, template, variables }) => ({
      Action: 'SendSms',
      PhoneNumbers: number,
      SignName: values['sign_name'] ?? '',
      TemplateCode: template,
      TemplateParam: variables,
    }),
  });
