import type * as z from 'zod';
import type { ChannelRow, channelSettingsInput } from '../../contract/entities/notification.ts';
import type { ChannelSettings } from './channelSources.ts';

type Typed = z.output<typeof channelSettingsInput>;

const providerLabels = { none: '未配置（不发送）', demo: '演示（只记录，不真正发出）', real: '启用' } as const;

/** The demo's recording provider is offered only where it is in use, so that no site mistakes it for a real one. */
export const providerChoices = ({ provider }: ChannelRow) =>
  (['none', 'demo', 'real'] as const)
    .filter((value) => value !== 'demo' || provider === 'demo')
    .map((value) => ({ value, label: providerLabels[value] }));

/** The form's initial values; secrets are empty, because no one can read them. */
export const settingsOf = ({ channel, provider, fields }: ChannelRow): Typed => ({
  channel,
  provider,
  values: Object.fromEntries(fields.map(({ name, value, is_secret: isSecret }) => [name, isSecret ? '' : value])),
});

/** Sends only what changed; an emptied secret stays as it is. */
export function changedSettings(
  { fields, version }: ChannelRow,
  { channel, provider, values }: Typed,
): ChannelSettings {
  const changed = fields.flatMap(({ name, value, is_secret: isSecret }) => {
    const typed = values[name]?.trim() ?? '';
    return (isSecret ? typed === '' : typed === value) ? [] : [[name, typed] as const];
  });
  return { channel, provider, values: Object.fromEntries(changed), version };
}

/** The form's name of a field; the server's field errors name only the setting. */
export const pathOf = ({ fields }: ChannelRow, field: string): string =>
  fields.some(({ name }) => name === field) ? `values.${field}` : field;
