import { createBindings } from '../../notify/bindings.ts';
import { createChannelDesk } from '../../notify/channelDesk.ts';
import { createChannelSecrets, type LoadedChannels } from '../../notify/channels.ts';
import { createTemplateDesk } from '../../notify/templateDesk.ts';
import { sendTestMessage } from '../../notify/testMessage.ts';
import { listBindings, listChannels, listTemplates } from '../../queries/notifyChannel.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { OnTrouble } from '../../runtime/troubleLog.ts';
import type { EventStore } from '../../store/eventStore.ts';
import { toWireTime } from '../../../src/contract/time.ts';
import type { Handlers } from '../handlers.ts';
import { saveOf } from '../rowHandlers.ts';

export interface NotifyChannelHandlerParts {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly channels: LoadedChannels;
  /** The key of the site, with which secrets of channels are sealed. */
  readonly siteKey: Buffer;
  /** Hosts that channels may reach although they are private. */
  readonly allowPrivate: readonly string[];
  /** The site's public address, where it is set. */
  readonly publicUrl?: string | undefined;
  readonly onTrouble: OnTrouble;
}

type Names =
  | 'channelList'
  | 'channelSave'
  | 'channelTest'
  | 'templateList'
  | 'templateSave'
  | 'bindingCode'
  | 'bindingList'
  | 'bindingDelete';

/** Handlers of the settings by which notices leave the platform: channels, templates, and who is reached by WeChat. */
export function notifyChannelHandlers(parts: NotifyChannelHandlerParts): Pick<Handlers, Names> {
  const { store, clock, channels, publicUrl } = parts;
  const desk = createChannelDesk({ ...parts, secrets: createChannelSecrets(parts.siteKey) });
  const templates = createTemplateDesk({ ...parts, onChanged: () => channels.reload() });
  const bindings = createBindings(parts);
  return {
    channelList: (_input, { principal, origin }) =>
      listChannels({ store, clock, channels, origin: publicUrl ?? origin }, principal),
    channelSave: (input, { principal }) => desk.save(principal, input),
    channelTest: async ({ channel }, { principal }) => ({ id: await sendTestMessage(parts, principal, channel) }),
    templateList: (input, { principal }) => listTemplates(store, channels, principal, input),
    templateSave: saveOf(templates),
    async bindingCode({ person_id: personId }, { principal }) {
      const { content, expiresAtMs } = await bindings.createCode(principal, personId);
      return { content, expires_at: toWireTime(expiresAtMs) };
    },
    bindingList: (input, { principal }) => listBindings(store, principal, input),
    bindingDelete: (ids, { principal }) => bindings.remove(principal, ids),
  };
}
