import { createElement, type ComponentType } from 'react';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { NotificationsPage } from './NotificationsPage.tsx';

/** Notification records (`/alarm-center/elevator-alarm-notify`). */
export const createElevatorAlarmNotify =
  (deps: FeatureDeps): ComponentType =>
  () =>
    createElement(NotificationsPage, { deps });
