import { createElement, type ComponentType } from 'react';
import { tabbedScreen } from '../../parts/crud/tabbedScreen.tsx';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { drafts } from './drafts.ts';
import { OutagesPage } from './OutagesPage.tsx';
import { SentPage } from './SentPage.tsx';

const sent =
  (deps: FeatureDeps): ComponentType =>
  () =>
    createElement(SentPage, { deps });
const outages =
  (deps: FeatureDeps): ComponentType =>
  () =>
    createElement(OutagesPage, { deps });

/** Notices to the people of communities, and the planned outages that they tell of (`/elebator-maintenance/notice-list`). */
export const createNoticeList = tabbedScreen([
  { id: 'sent', label: '已发送', create: sent },
  { id: 'drafts', label: '草稿', create: drafts },
  { id: 'outages', label: '计划停梯', create: outages },
]);
