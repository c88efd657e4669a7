import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { RuleRow } from '../../../contract/rules/alarmRuleRow.ts';
import { changesBetween, sentenceOf } from '../../../contract/rules/ruleWords.ts';
import { loading } from '../../../streams/loading/loadState.ts';
import type { FeatureDeps } from '../../../streams/featureDeps.ts';
import { Button } from '../../../ui/Button/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog/ConfirmDialog.tsx';
import { FormProblems } from '../../../ui/form/FormProblems.tsx';
import { Icon } from '../../../ui/Icon/Icon.tsx';
import { useObservable } from '../../../ui/live/useObservable.ts';
import { PageHeader } from '../../../ui/PageHeader/PageHeader.tsx';
import { Panel } from '../../../ui/Panel/Panel.tsx';
import { FindingList } from '../FindingList.tsx';
import { editorPath, listPath } from '../rulePaths.ts';
import type { NewRule, RuleDrafts } from '../ruleDrafts.ts';
import type { RuleSources } from '../ruleSources.ts';
import { isSameBody, type TestDays } from '../testRunner.ts';
import { TestPanel } from '../test/TestPanel.tsx';
import type { EditorTools } from './editorTools.ts';
import { looseFindings } from './findings.ts';
import { RuleSlots } from './RuleSlots.tsx';
import { bodyOf, useRuleEditor, type RuleEditing } from './useRuleEditor.ts';

interface RuleEditorProps {
  deps: FeatureDeps;
  sources: RuleSources;
  drafts: RuleDrafts;
  /** Null for a new rule. */
  initial: RuleRow | null;
  /** The content of a new rule. */
  starting: NewRule;
}

/** The version that someone else saved in the meantime, and the two ways to continue. */
function Conflict({ editing }: { editing: RuleEditing }) {
  const { conflict, base, names } = editing;
  if (conflict === null || base === null) return null;
  const { now } = conflict;
  const changes = changesBetween(bodyOf(base), bodyOf(now), names);
  return (
    <section className="rule-conflict" role="alert" aria-label="他人的修改">
      <p>
        <Icon name="exclamation-triangle" />
        {conflict.message}
      </p>
      <p>
        {now.updated_by} 保存了版本 {now.version}：
      </p>
      <ul>
        {(changes.length === 0 ? ['内容没有变化'] : changes).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <div className="rule-picker__row">
        <Button size="small" onClick={editing.takeOther}>
          载入版本 {now.version}，放弃我的修改
        </Button>
        <Button size="small" onClick={editing.keepMine}>
          保留我的修改，再保存为新版本
        </Button>
      </div>
    </section>
  );
}

function noteOf({ base, isDirty, isRestored }: RuleEditing): string {
  const saved = base === null ? '尚未保存' : `版本 ${base.version}，${base.state_label}`;
  const active =
    base !== null && base.active_version > 0 && base.active_version !== base.version
      ? `，启用的是版本 ${base.active_version}`
      : '';
  const dirty = base !== null && isDirty ? '，已修改，尚未保存' : '';
  return `${saved}${active}${dirty}${isRestored ? '（已恢复上次未保存的内容）' : ''}`;
}

/** One rule as a sentence with gaps, its preview in words, and its test. */
export function RuleEditor({ deps, sources, drafts, initial, starting }: RuleEditorProps) {
  const goTo = useNavigate();
  const choices = useObservable(sources.choices$, loading);
  const owners = choices.kind === 'ready' ? choices.value.owners : undefined;
  const editing = useRuleEditor({
    initial,
    starting,
    owners,
    sources,
    drafts,
    // A new rule now has an address of its own.
    onSaved: ({ id }) => void goTo(editorPath(id), { replace: true }),
  });
  const [days, setDays] = useState<TestDays>(7);
  const { base, body, busy, view, isDirty } = editing;
  const isReadOnly = !deps.can('rule.edit') || base?.can_edit === false;
  const tools: EditorTools = {
    choices: choices.kind === 'ready' ? choices.value : null,
    names: editing.names,
    learn: editing.learn,
    searchOrganizations: sources.searchOrganizations,
    searchPeople: sources.searchPeople,
    // Nobody mends what they only look at.
    problemsOf: isReadOnly ? () => [] : editing.problemsOf,
    isReadOnly,
  };
  const save = async (): Promise<void> => {
    const saved = await editing.save();
    if (saved !== null) deps.notify.success(`已保存报警规则“${saved.name}”版本 ${saved.version}`);
  };
  const activate = async (reason: string): Promise<void> => {
    if (await editing.activate(reason)) deps.notify.success(`已启用报警规则“${body.name}”`);
  };
  const isActive = base !== null && !isDirty && base.state === 'active' && base.active_version === base.version;
  return (
    <div className="rule-editor">
      <PageHeader
        title={base === null ? '新建报警规则' : isReadOnly ? base.name : `编辑报警规则：${base.name}`}
        note={isReadOnly ? '您可以查看，修改需要相应的权限与管辖范围' : noteOf(editing)}
        actions={
          <>
            <Button variant="plain" icon="arrow-left" onClick={() => void goTo(listPath)}>
              全部规则
            </Button>
            {!isReadOnly && (
              <>
                <Button disabled={!isDirty || busy !== null} onClick={editing.discard}>
                  放弃修改
                </Button>
                <Button icon="save" disabled={!isDirty} isBusy={busy === 'save'} onClick={() => void save()}>
                  保存
                </Button>
                <Button
                  variant="primary"
                  icon="check"
                  disabled={isActive}
                  isBusy={busy === 'activate'}
                  onClick={() => void activate('')}
                >
                  启用
                </Button>
              </>
            )}
          </>
        }
      />
      {/* Above what scrolls: beside the buttons, wherever the rule is scrolled to. */}
      <Conflict editing={editing} />
      <FormProblems problems={editing.problem === null ? [] : [editing.problem]} />
      <section className="rule-editor__body" aria-label="规则内容" tabIndex={0}>
        <section className="rule-sentence" aria-label="规则一句话" aria-live="polite">
          <Icon name="comment" />
          <p>{sentenceOf(body, editing.names)}</p>
        </section>
        <div className="rule-editor__columns">
          <Panel title="规则" icon="sliders-h">
            <RuleSlots body={body} tools={tools} onChange={editing.change} />
            <FindingList findings={looseFindings(editing.findings)} />
          </Panel>
          {!isReadOnly && (
            <TestPanel
              view={view}
              days={days}
              onDays={setDays}
              onStart={() => editing.test(days)}
              onCancel={editing.cancelTest}
              isOutdated={view.shown !== null && !isSameBody(view.shown.body, body)}
            />
          )}
        </div>
      </section>
      {editing.asksReason !== null && (
        <ConfirmDialog
          isOpen
          title="不试跑就启用"
          objectName={body.name}
          message={editing.asksReason.message}
          confirmLabel="启用"
          reason={{ label: '原因', isRequired: true, placeholder: '为什么不先试跑', maxLength: 500 }}
          isBusy={busy === 'activate'}
          onConfirm={(reason) => void activate(reason)}
          onCancel={editing.cancelReason}
        />
      )}
    </div>
  );
}
