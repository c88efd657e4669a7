import { createElement, type ComponentType } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { RuleEditorPage } from './editor/RuleEditorPage.tsx';
import { RuleListPage } from './RuleListPage.tsx';
import { createRuleDrafts } from './ruleDrafts.ts';
import { createRuleSources } from './ruleSources.ts';
import './alarmSetting.css';
import './editor/editor.css';
import './test/test.css';

/** Alarm rules (`/alarm-center/alarm-setting`): the list, or with `?edit=12` or `?edit=new` the editor of one of them. */
export function createAlarmSetting(deps: FeatureDeps): ComponentType {
  const sources = createRuleSources(deps);
  const drafts = createRuleDrafts(deps.tabStorage, deps.user.id);
  return function AlarmSettingPage() {
    const [params] = useSearchParams();
    const edit = params.get('edit');
    if (edit === null) return createElement(RuleListPage, { deps, sources });
    const id = Number(edit);
    return createElement(RuleEditorPage, {
      deps,
      sources,
      drafts,
      id: Number.isSafeInteger(id) && id > 0 ? id : null,
    });
  };
}
