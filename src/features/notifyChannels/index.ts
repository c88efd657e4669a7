import { createElement, type ComponentType } from 'react';
import { tabbedScreen } from '../../parts/crud/tabbedScreen.tsx';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { BindingsPage } from './BindingsPage.tsx';
import { ChannelsPage } from './ChannelsPage.tsx';
import { createTemplates } from './templates.ts';

const createChannels =
  (deps: FeatureDeps): ComponentType =>
  () =>
    createElement(ChannelsPage, { deps });
const createBindings =
  (deps: FeatureDeps): ComponentType =>
  () =>
    createElement(BindingsPage, { deps });

/**
 * The settings by which notices leave the platform (`/system-settings/notify-channels`): channels, templates, and people who can be reached
 * by WeChat.
 */
export const createNotifyChannels = tabbedScreen([
  { id: 'channels', label: '渠道', create: createChannels },
  { id: 'templates', label: '模板', create: createTemplates },
  { id: 'bindings', label: '微信绑定', create: createBindings },
]);
