import { useMemo, useState } from 'react';
import { CallError } from '../../contract/call.ts';
import { uploadFile } from '../../contract/endpoints/uploadFile.ts';
import { liftFileSave } from '../../contract/endpoints/liftFile.ts';
import { liftFileKindLabels, liftFileKindOptions } from '../../contract/entities/liftFile.ts';
import { refusalCodes } from '../../contract/envelope.ts';
import { CrudDialog } from '../../parts/crud/CrudDialog.tsx';
import { FailedRecord } from '../../parts/record/FailedRecord.tsx';
import { Photos } from '../../parts/photos/Photos.tsx';
import { PhotosField } from '../../parts/photos/PhotosField.tsx';
import { uploadPhotoBy } from '../../parts/photos/uploadPhoto.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { loading } from '../../streams/loading/loadState.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { custom, date, select, text, type FormField } from '../../ui/form/formFields.ts';
import { RowActions } from '../../ui/list/RowActions.tsx';
import type { RowAction } from '../../ui/list/listTypes.ts';
import { useObservable } from '../../ui/live/useObservable.ts';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { watchLiftFiles, type LiftFile } from './liftFileSources.ts';

/** A new paper needs no row, which `null` stands for; undefined while no form is open. */
type Edited = LiftFile | null | undefined;

const formSchema = liftFileSave.input.omit({ elevator_id: true });

/** The papers on a lift's register: certificates, reports, records of upkeep. Their pages open in full. */
export function LiftFiles({ deps, elevatorId }: { deps: FeatureDeps; elevatorId: number }) {
  const { files$, save, remove, read } = useMemo(() => watchLiftFiles(deps, elevatorId), [deps, elevatorId]);
  const files = useObservable(files$, loading);
  const [edited, setEdited] = useState<Edited>();
  const [isUploading, setUploading] = useState(false);
  const mayEdit = deps.can(liftFileSave.permission) && deps.can(uploadFile.permission);
  const upload = useMemo(() => uploadPhotoBy(deps.call), [deps]);
  const fields: readonly FormField[] = [
    select('kind', '类型', { options: liftFileKindOptions, isRequired: true }),
    text('name', '名称', { isRequired: true }),
    date('issued_on', '日期', { hint: '文件上的日期' }),
    custom('photos', '图片', {
      emptyValue: [],
      isWide: true,
      render: (control) => (
        <PhotosField control={control} name="photos" label="图片" upload={upload} onBusy={setUploading} />
      ),
    }),
  ];
  const actions: readonly RowAction<LiftFile>[] = mayEdit
    ? [
        { id: 'edit', label: '编辑', icon: 'pencil', run: (file) => setEdited(file) },
        {
          id: 'remove',
          label: '删除',
          icon: 'trash',
          tone: 'danger',
          confirm: {
            title: '删除电梯资料',
            objectName: ({ name }) => name,
            message: '图片一并删除，不能恢复；审计日志中保留记录。',
            confirmLabel: '删除',
          },
          run: ({ id }) => remove(id),
        },
      ]
    : [];
  if (files.kind === 'loading') return <p className="lift-detail__quiet">正在读取资料…</p>;
  if (files.kind === 'failed') return <FailedRecord failed={files} noun="电梯资料" />;
  return (
    <section className="lift-files" aria-label="电梯资料">
      {files.value.length === 0 ? (
        <EmptyState
          title="没有登记资料"
          hint={mayEdit ? '可登记使用登记证、检验报告等的照片或扫描图。' : '登记后会出现在这里。'}
          icon="file"
        />
      ) : (
        <ul className="lift-changes">
          {files.value.map((file) => (
            <li key={file.id} aria-label={file.name}>
              <div className="lift-changes__head">
                <strong>{file.name}</strong>
                <StatusTag label={liftFileKindLabels[file.kind]} tone="neutral" />
                <span>{file.issued_on}</span>
              </div>
              <Photos names={file.photos} label={file.name} />
              {actions.length > 0 && <RowActions row={file} actions={actions} onDone={() => undefined} />}
            </li>
          ))}
        </ul>
      )}
      {mayEdit && (
        <p>
          <Button icon="plus" onClick={() => setEdited(null)}>
            登记资料
          </Button>
        </p>
      )}
      {edited !== undefined && (
        <CrudDialog
          title={edited === null ? '登记电梯资料' : `编辑资料：${edited.name}`}
          row={edited}
          initial={{ kind: 'inspection' }}
          fields={fields}
          schema={formSchema}
          callSchema={formSchema}
          columns={1}
          maxWidth={600}
          blockedBecause={isUploading ? '图片正在上传，完成后再保存' : null}
          onClose={() => setEdited(undefined)}
          reloadRow={read}
          isConflict={(error) => error instanceof CallError && error.code === refusalCodes.conflict}
          onSave={async (input) => {
            await save({ ...input, elevator_id: elevatorId });
            setEdited(undefined);
          }}
        />
      )}
    </section>
  );
}
