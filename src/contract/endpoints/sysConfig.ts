import * as z from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { settingBounds, settingTexts, type SettingKey, type SeveralKey } from '../sysConfig.ts';
import { plainText } from '../text.ts';

const within = (key: SettingKey) => `须在 ${settingBounds(key)}之间`;
const number = (key: SettingKey) =>
  z
    .number(`请填写${settingTexts[key].label}`)
    .min(settingTexts[key].least, within(key))
    .max(settingTexts[key].most, within(key));
const whole = (key: SettingKey) => number(key).int('请填写整数');
/** As many values as the setting has parts, each beyond the one before it. */
const several = (key: SeveralKey) => {
  const { parts, order, unit } = settingTexts[key];
  const isRising = order === 'rising';
  return z
    .array(whole(key))
    .length(parts.length, `须为 ${parts.length} 个时间`)
    .superRefine(
      (times, context) => {
        for (const [index, time] of times.entries()) {
          const before = times[index - 1];
          if (typeof before === 'number' && (isRising ? time <= before : time >= before))
            context.addIssue({
              code: 'custom',
              path: [index],
              message: `须${isRising ? '大于' : '小于'}${parts[index - 1] ?? ''}的 ${before} ${unit}`,
            });
        }
      },
      { when: ({ value }) => Array.isArray(value) },
    );
};

/** Settings that an administrator may change while the server runs; each with its bounds. */
export const sysConfigShapes = {
  hotline: plainText(settingTexts.hotline.most, { tooLong: `最多 ${settingTexts.hotline.most} 个字符` })
    .trim()
    .min(settingTexts.hotline.least, `请填写救援热线，至少 ${settingTexts.hotline.least} 个字符`),
  escalate_after_seconds: several('escalate_after_seconds'),
  respond_limit_seconds: whole('respond_limit_seconds'),
  arrive_limit_minutes_city: whole('arrive_limit_minutes_city'),
  arrive_limit_minutes_other: whole('arrive_limit_minutes_other'),
  lapse_after_seconds: whole('lapse_after_seconds'),
  alarm_handle_limit_seconds: whole('alarm_handle_limit_seconds'),
  scooter_limit_minutes: whole('scooter_limit_minutes'),
  fault_limit_minutes: whole('fault_limit_minutes'),
  incident_limit_minutes: whole('incident_limit_minutes'),
  power_cut_lifts: whole('power_cut_lifts'),
  power_cut_within_seconds: whole('power_cut_within_seconds'),
  flood_alarms: whole('flood_alarms'),
  visit_photo_places: whole('visit_photo_places'),
  visit_reminder_days_before: whole('visit_reminder_days_before'),
  visit_reminder_days_late: several('visit_reminder_days_late'),
  visit_reminder_days_unsigned: several('visit_reminder_days_unsigned'),
  certificate_reminder_days: whole('certificate_reminder_days'),
  insurance_reminder_days: whole('insurance_reminder_days'),
  contract_reminder_days: several('contract_reminder_days'),
  inspection_reminder_days: several('inspection_reminder_days'),
  reviews_per_address_hour: whole('reviews_per_address_hour'),
  reviews_per_lift_day: whole('reviews_per_lift_day'),
  review_sensitive_words: plainText(settingTexts.review_sensitive_words.most, {
    tooLong: `最多 ${settingTexts.review_sensitive_words.most} 个字符`,
  }).trim(),
  storage_limit_gb: whole('storage_limit_gb'),
  answered_target_percent: number('answered_target_percent'),
  arrived_target_percent: number('arrived_target_percent'),
} as const satisfies Readonly<Record<SettingKey, z.ZodType>>;
export type SysConfigKey = keyof typeof sysConfigShapes;
export const sysConfigSchema = z.object(sysConfigShapes);
export type SysConfig = z.infer<typeof sysConfigSchema>;

export const sysConfigList = defineEndpoint({
  method: 'GET',
  path: '/api/sys-config/list',
  permission: 'config.view',
  group: 'other',
  summary: '系统参数',
  input: z.object({}),
  output: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      value: z.unknown(),
      updated_at: z.string().nullable(),
      /** The person who changed it last; absent while it stands at its default. */
      updated_by: z.string().optional(),
      unit: z.string().optional(),
      least: z.number().optional(),
      most: z.number().optional(),
      default: z.unknown().optional(),
      explanation: z.string().optional(),
      /** The version of all settings together: a change sends it, so that a second editor learns of the first. */
      version: z.number().optional(),
    }),
  ),
});

export const sysConfigEdit = defineEndpoint({
  method: 'PUT',
  path: '/api/sys-config',
  permission: 'config.edit',
  group: 'other',
  summary: '修改系统参数；version 为读取时的版本，期间他人改过同一参数则拒绝',
  input: sysConfigSchema
    .partial()
    .extend({ version: z.number().int().min(0).optional() })
    .refine((value) => Object.keys(value).some((name) => name !== 'version'), '没有要修改的参数'),
  output: z.object({}),
});
