import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { screenNamed } from '../../contract/screens.ts';
import { loading } from '../../streams/loading/loadState.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { FailedRecord } from '../../parts/record/FailedRecord.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { useObservable } from '../../ui/live/useObservable.ts';
import { RowActions } from '../../ui/list/RowActions.tsx';
import type { RowAction } from '../../ui/list/listTypes.ts';
import { PanelTabs } from '../../ui/PanelTabs/PanelTabs.tsx';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { RuleFirings } from './RuleFirings.tsx';
import { editorPath } from './rulePaths.ts';
import type { RuleDetail, RuleSources } from './ruleSources.ts';
import { stateTag } from './ruleTags.ts';
import { RuleVersions } from './RuleVersions.tsx';
import type { RuleRow } from '../../contract/rules/alarmRuleRow.ts';

interface RulePanelProps {
  id: number;
  deps: FeatureDeps;
  sources: RuleSources;
  /** Reloads the list. */
  onChanged: () => void;
}

const reason = { label: '原因', isRequired: true, placeholder: '写给接班的人看', maxLength: 500 } as const;

const confirm = (title: string, message: string) => ({
  title,
  objectName: (row: RuleRow) => row.name,
  message,
  confirmLabel: title.slice(0, 2),
  reason,
});

/** The changes of state a rule allows; each asks for a reason. */
function stateActions({ setState }: RuleSources): readonly RowAction<RuleRow>[] {
  const act = (state: 'active' | 'paused' | 'retired') => async (row: RuleRow, words: string) =>
    setState({
      id: row.id,
      // A resumed rule continues with the version that was active; a draft activates its own content.
      version: row.active_version > 0 ? row.active_version : row.version,
      state,
      reason: words,
    });
  return [
    {
      id: 'resume',
      label: '启用',
      icon: 'play',
      isOffered: ({ state }) => state === 'paused',
      confirm: confirm('启用规则', '规则从现在起重新生效。'),
      run: act('active'),
    },
    {
      id: 'pause',
      label: '暂停',
      icon: 'pause',
      isOffered: ({ state }) => state === 'active',
      confirm: confirm('暂停规则', '暂停后不再触发，直到重新启用。求救呼叫不受影响。'),
      run: act('paused'),
    },
    {
      id: 'retire',
      label: '停用',
      icon: 'stop',
      tone: 'danger',
      isOffered: ({ state }) => state !== 'retired',
      confirm: confirm('停用规则', '停用后从列表中移出；版本与触发记录保留。'),
      run: act('retired'),
    },
  ];
}

function Ready({ detail, deps, sources, onChanged }: { detail: RuleDetail } & Omit<RulePanelProps, 'id'>) {
  const { row } = detail;
  const goTo = useNavigate();
  const [tab, setTab] = useState<'firings' | 'versions'>('firings');
  const mayEdit = deps.can('rule.edit') && row.can_edit;
  const changed = (): void => {
    sources.reload();
    onChanged();
  };
  return (
    <div className="rule-panel">
      <div className="rule-panel__head">
        <StatusTag {...stateTag(row)} />
        {row.is_shipped && <StatusTag label="系统自带" tone="neutral" icon="shield" />}
        <span className="rule-quiet">
          {row.organization_name} · 版本 {row.version}
          {row.active_version > 0 && row.active_version !== row.version && `，启用的是版本 ${row.active_version}`}
        </span>
      </div>
      <p className="rule-panel__sentence">{row.sentence}</p>
      {row.remark !== '' && <p className="rule-quiet">{row.remark}</p>}
      {row.cut_off !== undefined && (
        <p className="rule-result__warn" role="note">
          <Icon name="exclamation-triangle" />
          {row.cut_off}
        </p>
      )}
      <div className="rule-panel__acts">
        <Button size="small" icon={mayEdit ? 'pencil' : 'eye'} onClick={() => void goTo(editorPath(row.id))}>
          {mayEdit ? '编辑与试跑' : '查看内容'}
        </Button>
        {mayEdit && <RowActions row={row} actions={stateActions(sources)} onDone={changed} />}
        {deps.can('audit.view') && (
          <Button
            size="small"
            variant="plain"
            icon="history"
            onClick={() => void goTo(`${screenNamed('AuditLog').path}?record=alarmRule&record_id=${row.id}`)}
          >
            审计
          </Button>
        )}
      </div>
      {!mayEdit && (
        <p className="rule-quiet">
          这条规则由{row.organization === '' ? '市级管理员' : row.organization_name}维护，您可以查看。
        </p>
      )}
      <PanelTabs
        label="规则资料"
        tabs={[
          { id: 'firings', label: '触发记录', count: detail.firingsNum },
          { id: 'versions', label: '版本', count: detail.versions.length },
        ]}
        selected={tab}
        onSelect={setTab}
      >
        {tab === 'firings' ? (
          <RuleFirings detail={detail} />
        ) : (
          <RuleVersions
            versions={detail.versions}
            activeVersion={row.active_version}
            restore={
              mayEdit
                ? async (version) => {
                    const saved = await sources.save(version.body, { id: row.id, version: row.version });
                    deps.notify.success(`已恢复版本 ${version.version}，成为版本 ${saved.version}，启用后生效`);
                    changed();
                  }
                : null
            }
          />
        )}
      </PanelTabs>
    </div>
  );
}

/** One rule beside the list: its sentence, its firings with their reasons, and its versions. */
export function RulePanel({ id, sources, ...rest }: RulePanelProps) {
  const detail$ = useMemo(() => sources.detail$(id), [sources, id]);
  const state = useObservable(detail$, loading);
  switch (state.kind) {
    case 'loading':
      return <p className="rule-quiet">正在读取…</p>;
    case 'failed':
      return <FailedRecord failed={state} noun="规则" />;
    case 'ready':
      return <Ready detail={state.value} sources={sources} {...rest} />;
  }
}
