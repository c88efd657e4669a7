import { useState } from 'react';
import { reviewList } from '../../contract/endpoints/review.ts';
import type { ReviewRow } from '../../contract/entities/review.ts';
import { screenNamed } from '../../contract/screens.ts';
import { viewerOf } from '../../machines/viewerOf.ts';
import { exportFileOf } from '../../parts/crud/exportFileOf.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { defineListScreen } from '../../ui/list/defineListScreen.ts';
import { ListScreen } from '../../ui/list/ListScreen.tsx';
import { subscribeTo } from '../../ui/live/subscribeTo.ts';
import { CompanyAverages } from './CompanyAverages.tsx';
import { reviewActions } from './reviewActions.ts';
import { reviewColumns } from './reviewColumns.tsx';
import { reviewFilters } from './reviewFilters.ts';
import { rowToneOf } from './reviewLook.ts';
import { ReviewPanel } from './ReviewPanel.tsx';
import { createReviewSources, type ReviewQuery } from './reviewSources.ts';
import './evaluateList.css';

interface EvaluateListPageProps {
  deps: FeatureDeps;
  readNowMs?: () => number;
}

/** Passengers' reviews, live: rows keep their places under the pointer. */
export function EvaluateListPage({ deps, readNowMs = Date.now }: EvaluateListPageProps) {
  const { can, notify, saveFile, user } = deps;
  const [sources] = useState(() => createReviewSources(deps));
  const [subscribe] = useState(() => subscribeTo(sources.changes$));
  const [screen] = useState(() => {
    const actions = reviewActions(sources.step, viewerOf(user, can), notify);
    return defineListScreen<ReviewRow, ReviewQuery>({
      name: 'EvaluateList',
      title: screenNamed('EvaluateList').title,
      load: sources.load,
      rowId: ({ id }) => id,
      columns: reviewColumns(can('elevator.view')),
      filters: reviewFilters(deps, readNowMs),
      rowTone: rowToneOf,
      isSteady: true,
      empty: { title: '暂无评价', hint: '乘客扫描轿厢内的二维码提交评价或问题后，会出现在这里。' },
      exportFile: exportFileOf(saveFile, reviewList),
      detail: {
        title: ({ id }) => `评价 ${id}`,
        render: ({ id, reload }) => (
          <ReviewPanel key={id} id={Number(id)} sources={sources} can={can} actions={actions} onDone={reload} />
        ),
      },
    });
  });
  return (
    <ListScreen
      screen={screen}
      subscribe={subscribe}
      readNowMs={readNowMs}
      lead={<CompanyAverages sources={sources} />}
    />
  );
}
