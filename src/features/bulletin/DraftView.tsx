import { useState } from 'react';
import { CallError } from '../../contract/call.ts';
import { bulletinSections, type BulletinSection } from '../../contract/bulletin/bulletinContent.ts';
import { bulletinTitle } from '../../contract/bulletin/bulletinSheets.ts';
import { bulletinComment, bulletinFreeze, type BulletinDraft } from '../../contract/endpoints/bulletin.ts';
import { longestComment } from '../../contract/bulletin/bulletinComments.ts';
import { refusalCodes, type FieldErrors } from '../../contract/envelope.ts';
import type { Drafts } from '../../parts/drafts/createDrafts.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog/ConfirmDialog.tsx';
import { NoticeLine } from '../../ui/NoticeLine/NoticeLine.tsx';
import { CommentField, CommentText } from './CommentField.tsx';
import type { EditedComments } from './commentDrafts.ts';
import { SectionPanel } from './SectionPanel.tsx';

interface DraftViewProps {
  draft: BulletinDraft;
  deps: Pick<FeatureDeps, 'call' | 'can' | 'notify'>;
  drafts: Drafts<EditedComments>;
  onReload: () => void;
  /** A version was frozen. */
  onFrozen: (version: number) => void;
}

interface Failed {
  readonly message: string;
  readonly errors: FieldErrors['errors'];
}
/** The problems of no comment in particular: somebody else saved the first ones at the same moment. */
const ofNoSection = (errors: FieldErrors['errors']): readonly string[] =>
  errors.flatMap(({ field, message }) =>
    bulletinSections.some((section) => field.endsWith(section)) ? [] : [message],
  );
const failedBy = (error: unknown): Failed =>
  error instanceof CallError
    ? { message: [error.message, ...ofNoSection(error.fieldErrors)].join('：'), errors: error.fieldErrors }
    : { message: '保存失败，请稍后重试', errors: [] };

/** The figures as they are now, with comments to write and the way to freeze them. */
export function DraftView({ draft, deps: { call, can, notify }, drafts, onReload, onFrozen }: DraftViewProps) {
  const key = `${draft.month}.${draft.area.id ?? 'all'}`;
  const [edited, setEdited] = useState(() => drafts.read(key));
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<Failed | null>(null);
  const [isFreezing, setFreezing] = useState(false);
  const [freezeError, setFreezeError] = useState<string | null>(null);
  const query = { month: draft.month, ...(draft.area.id === null ? {} : { area_id: draft.area.id }) };
  const mayEdit = draft.is_kept && can(bulletinFreeze.permission);
  const comments = { ...draft.comments, ...edited?.texts };
  const isTooLong = bulletinSections.some((section) => comments[section].length > longestComment);

  const keep = (next: EditedComments | null): void => {
    setEdited(next);
    drafts.keep(key, next);
  };
  const write = (section: BulletinSection, text: string): void =>
    keep({
      version: edited === null ? draft.comments_version : edited.version,
      texts: { ...edited?.texts, [section]: text },
    });
  const save = async (): Promise<void> => {
    if (edited === null) return;
    setBusy(true);
    try {
      await call(
        bulletinComment,
        { ...query, comments, version: edited.version ?? draft.comments_version },
        { quiet: true },
      );
      keep(null);
      setFailed(null);
      notify.success('评注已保存');
    } catch (error) {
      setFailed(failedBy(error));
      // What others wrote stands beside each comment now: the next save replaces it knowingly.
      if (error instanceof CallError && error.code === refusalCodes.conflict) keep({ ...edited, version: null });
    }
    setBusy(false);
    onReload();
  };
  const freeze = async (): Promise<void> => {
    setBusy(true);
    try {
      const { version } = await call(
        bulletinFreeze,
        { ...query, comments_version: draft.comments_version, last_version: draft.versions[0]?.version ?? 0 },
        { quiet: true },
      );
      setFreezing(false);
      notify.success(`已定稿为第 ${version} 版`);
      onFrozen(version);
    } catch (error) {
      setFreezeError(failedBy(error).message);
      onReload();
    }
    setBusy(false);
  };

  return (
    <>
      {!draft.is_kept && <NoticeLine text="这是本账号管辖电梯的数据，只供查看；评注与定稿按区域进行。" />}
      {mayEdit && (
        <div className="bl-bar">
          <span role="status">
            {edited !== null
              ? '评注有未保存的改动'
              : (draft.freeze_problem ?? '核对数据与评注后可以定稿；定稿后不再改动')}
          </span>
          {edited !== null && (
            <>
              <Button size="small" onClick={() => keep(null)} disabled={isBusy}>
                放弃改动
              </Button>
              <Button size="small" variant="primary" onClick={() => void save()} isBusy={isBusy} disabled={isTooLong}>
                保存评注
              </Button>
            </>
          )}
          {edited === null && draft.freeze_problem === null && (
            <Button
              size="small"
              variant="primary"
              icon="lock"
              onClick={() => {
                setFreezeError(null);
                setFreezing(true);
              }}
            >
              定稿
            </Button>
          )}
        </div>
      )}
      {!mayEdit && draft.freeze_problem !== null && draft.is_kept && <NoticeLine text={draft.freeze_problem} />}
      {failed !== null && <NoticeLine text={failed.message} isProblem isUrgent />}
      {bulletinSections.map((section) => (
        <SectionPanel key={section} section={section} content={draft.content}>
          {mayEdit ? (
            <CommentField
              section={section}
              text={comments[section]}
              error={failed?.errors.find(({ field }) => field === section || field === `comments.${section}`)?.message}
              onChange={(text) => write(section, text)}
            />
          ) : (
            <CommentText text={draft.comments[section]} />
          )}
        </SectionPanel>
      ))}
      <ConfirmDialog
        isOpen={isFreezing}
        title="定稿月报"
        objectName={`${bulletinTitle({ areaName: draft.area.name, month: draft.month })} 第 ${(draft.versions[0]?.version ?? 0) + 1} 版`}
        message="定稿后数据与评注不再改动；此后的更正会在该版本下另行列出，需要时可再定稿为新版本。"
        confirmLabel="定稿"
        isBusy={isBusy}
        error={freezeError}
        onConfirm={() => void freeze()}
        onCancel={() => setFreezing(false)}
      />
    </>
  );
}
