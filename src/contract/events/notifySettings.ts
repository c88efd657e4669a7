import * as z from 'zod';
import { providerChannels } from '../notificationWords.ts';

/** The settings of a channel without its secrets: of each only whether there is one (`has_…`). */
const settings = z.record(z.string(), z.union([z.string(), z.boolean()]));

const binding = z.object({
  /** The name of the person. */
  name: z.string(),
  notify_channel: z.string(),
  /** The end of the openid alone. */
  masked_address: z.string(),
});

/** Events about how notices leave the platform. Templates change as rows of base data do. */
export const notifySettingsEvents = {
  /** In the stream `notifyChannel-<channel>`. */
  'notifyChannel.changed': z.object({ channel: z.enum(providerChannels), before: settings, after: settings }),
  /** In the stream `notifyBinding-<person id>`. */
  'notifyBinding.changed': z.object({
    id: z.number().int().positive(),
    before: binding.nullable(),
    after: binding.nullable(),
  }),
} as const;
