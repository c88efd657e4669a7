import { createElement } from 'react';
import { tabbedScreen } from '../../parts/crud/tabbedScreen.tsx';
import { createCheckLists } from './CheckListsPage.tsx';
import { createUnplanned } from './UnplannedPage.tsx';
import { createVisitCalendar } from './VisitCalendar.tsx';
import { VisitListPage } from './VisitListPage.tsx';
import { createVisitSummary } from './VisitSummary.tsx';

/** Maintenance visits (`/elebator-maintenance`): the list, the month, figures by company and worker, and the makers' lists. */
export const orderRecordsAt = (readNowMs: () => number) =>
  tabbedScreen([
    { id: 'list', label: '列表', create: (deps) => () => createElement(VisitListPage, { deps, readNowMs }) },
    { id: 'calendar', label: '月历', create: (deps) => createVisitCalendar(deps, readNowMs) },
    { id: 'summary', label: '汇总', create: (deps) => createVisitSummary(deps, readNowMs) },
    { id: 'check-lists', label: '专用清单', create: createCheckLists },
    { id: 'unplanned', label: '未排入计划', isUnlisted: true, create: createUnplanned },
  ]);

export const createOrderRecords = orderRecordsAt(Date.now);
