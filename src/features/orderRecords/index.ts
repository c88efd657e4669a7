import { createElement } from 'react';
import { tabbedScreen } from '../../parts/crud/tabbedScreen.tsx';
import { createVisitCalendar } from './VisitCalendar.tsx';
import { VisitListPage } from './VisitListPage.tsx';
import { createVisitSummary } from './VisitSummary.tsx';

/** Maintenance visits (`/elebator-maintenance`): the list, the month, and figures by company and worker. */
export const orderRecordsAt = (readNowMs: () => number) =>
  tabbedScreen([
    { id: 'list', label: '列表', create: (deps) => () => createElement(VisitListPage, { deps, readNowMs }) },
    { id: 'calendar', label: '月历', create: (deps) => createVisitCalendar(deps, readNowMs) },
    { id: 'summary', label: '汇总', create: (deps) => createVisitSummary(deps, readNowMs) },
  ]);

export const createOrderRecords = orderRecordsAt(Date.now);
