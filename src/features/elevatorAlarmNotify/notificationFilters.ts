import { alarmRuleList } from '../../contract/endpoints/alarmRule.ts';
import {
  notificationStateLabels,
  notificationStates,
  notifyChannelLabels,
  providerChannels,
} from '../../contract/notificationWords.ts';
import { liftSearch } from '../../parts/lift/liftSearch.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { dateRangeFilter, lookupFilter, selectFilter, textFilter } from '../../ui/list/filters.tsx';
import type { Filter } from '../../ui/list/listTypes.ts';
import type { NotificationQuery } from './notificationSources.ts';

const channels = [...providerChannels, 'platform'] as const;

/** The filters, in one row at 1440 px; only users who may see rules or lifts can filter by them. */
export function notificationFilters(
  { call, can }: Pick<FeatureDeps, 'call' | 'can'>,
  readNowMs: () => number,
): readonly Filter<Partial<NotificationQuery>>[] {
  const quiet = { quiet: true } as const;
  return [
    textFilter('keyword', '关键字', { placeholder: '事件、电梯、收件人', width: 180 }),
    selectFilter('trouble', '问题', [{ value: true, label: '有问题' }], { width: 104 }),
    selectFilter(
      'channel',
      '渠道',
      channels.map((value) => ({ value, label: notifyChannelLabels[value] })),
      { width: 120 },
    ),
    selectFilter(
      'state',
      '状态',
      notificationStates.map((value) => ({ value, label: notificationStateLabels[value] })),
      { width: 130 },
    ),
    ...(can('rule.view')
      ? [
          lookupFilter(
            'rule_id',
            '规则',
            async (keyword, signal) => {
              const found = await call(alarmRuleList, { keyword, all: true, page_size: 20 }, { ...quiet, signal });
              return found.list.map(({ id, name, state_label: state }) => ({ value: id, label: name, detail: state }));
            },
            { width: 150 },
          ),
        ]
      : []),
    ...(can('elevator.view') ? [lookupFilter('elevator_id', '电梯', liftSearch(call), { width: 140 })] : []),
    dateRangeFilter({ from: 'from', to: 'to' }, '时间', { readNowMs, width: 220 }),
  ];
}
