import { useState } from 'react';
import { Button } from '../../ui/Button/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog/ConfirmDialog.tsx';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { formatDateTime } from '../../ui/time/formatTime.ts';
import type { RuleVersion } from './ruleSources.ts';

interface RuleVersionsProps {
  /** Newest first. */
  versions: readonly RuleVersion[];
  activeVersion: number;
  /** Saves a new version with the content of this one; null for users who may only view. */
  restore: ((version: RuleVersion) => Promise<void>) | null;
}

const timeOf = (at: string): string => formatDateTime(Date.parse(at));

/** Every version of a rule with its changes. Versions are immutable: an older one is restored as a new one. */
export function RuleVersions({ versions, activeVersion, restore }: RuleVersionsProps) {
  const [asked, setAsked] = useState<RuleVersion | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const act = async (version: RuleVersion): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await restore?.(version);
      setAsked(null);
    } catch (error) {
      setProblem(error instanceof Error && error.message !== '' ? error.message : '恢复失败，请稍后重试');
    } finally {
      setBusy(false);
    }
  };
  return (
    <ol className="rule-versions" aria-label="版本">
      {versions.map((version, index) => (
        <li key={version.version}>
          <p className="rule-firing__head">
            <b>版本 {version.version}</b>
            {version.version === activeVersion && <StatusTag label="启用" tone="ok" />}
            <span className="rule-quiet">
              {version.created_by} 于 {timeOf(version.created_at)} 保存
              {version.activated_at !== null && `，${version.activated_by} 于 ${timeOf(version.activated_at)} 启用`}
            </span>
            {restore !== null && index > 0 && (
              <Button size="small" variant="plain" icon="undo" onClick={() => setAsked(version)}>
                恢复此版本
              </Button>
            )}
          </p>
          {version.changes.length > 0 ? (
            <ul aria-label={`版本 ${version.version} 的修改`}>
              {version.changes.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          ) : (
            <p>{version.sentence}</p>
          )}
        </li>
      ))}
      {asked !== null && (
        <ConfirmDialog
          isOpen
          title="恢复此版本"
          objectName={`版本 ${asked.version}：${asked.sentence}`}
          message="会生成一个内容相同的新版本；启用后才生效，当前启用的版本不变。"
          confirmLabel="恢复"
          isBusy={isBusy}
          error={problem}
          onConfirm={() => void act(asked)}
          onCancel={() => {
            setAsked(null);
            setProblem(null);
          }}
        />
      )}
    </ol>
  );
}
