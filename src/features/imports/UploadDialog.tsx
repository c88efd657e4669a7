import { useState } from 'react';
import * as z from 'zod';
import { useController, type Control } from 'react-hook-form';
import { CallError } from '../../contract/call.ts';
import { importTemplate, importUpload } from '../../contract/endpoints/imports.ts';
import {
  importKindNames,
  importKinds,
  importLimits,
  inWritingOrder,
  type ImportKind,
} from '../../contract/entities/imports.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { guessKind } from './guessKind.ts';
import './imports.css';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { Select } from '../../ui/Select/Select.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { FieldFrame } from '../../ui/form/FieldFrame.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { useSchemaForm } from '../../ui/form/useSchemaForm.ts';
import { FormDialog } from '../../ui/FormDialog/FormDialog.tsx';

const uploadForm = z.object({
  kind: z.enum(importKindNames, '请选择要导入的内容'),
  file: z
    .array(z.instanceof(File), { error: '请选择文件' })
    .min(1, '请选择文件')
    .max(importLimits.filesOfGroup, `一次最多 ${importLimits.filesOfGroup} 个文件`)
    .refine(
      (files) => files.every(({ name }) => /\.xlsx$/i.test(name)),
      '请选择 .xlsx 文件；旧版 .xls 请先另存为 .xlsx',
    )
    .refine((files) => files.every(({ size }) => size <= importLimits.bytes), '文件超过 10 MB，请拆分后重试'),
});
type UploadForm = z.input<typeof uploadForm>;

interface UploadDialogProps {
  deps: Pick<FeatureDeps, 'call' | 'saveFile' | 'can'>;
  /** Chosen at first: the list that the user comes from. */
  kind: ImportKind | null;
  onClose: () => void;
  /** The upload that these files belong to; null for a new one. */
  groupId: number | null;
  /** `group` for several files, else null. */
  onUploaded: (uploaded: { readonly id: number; readonly group: number | null }) => void;
}

/** The choice of files and their kinds, with the template beside it. Nothing is written by an upload. */
export function UploadDialog({ deps, kind, groupId, onClose, onUploaded }: UploadDialogProps) {
  const { call, saveFile, can } = deps;
  const kinds = importKindNames.filter((name) => can(importKinds[name].permission));
  const form = useSchemaForm(uploadForm, kind !== null && kinds.includes(kind) ? { kind } : {});
  const chosen = form.watch('kind');
  const files: readonly File[] = form.watch('file') ?? [];
  const guessOf = ({ name }: File): ImportKind | undefined => {
    const guess = guessKind(name);
    return guess !== undefined && kinds.includes(guess) ? guess : undefined;
  };
  /** The kinds that the user chose for single files. */
  const [told, setTold] = useState<ReadonlyMap<File, ImportKind>>(() => new Map());
  const kindOf = (file: File, usual: ImportKind): ImportKind => told.get(file) ?? guessOf(file) ?? usual;
  /** Those of an attempt of which a later file was refused. */
  const [kept] = useState(() => new Map<File, number>());
  const upload = async ({ kind: usual, file: given }: z.output<typeof uploadForm>): Promise<void> => {
    // A single file is what the user says it is.
    const ofKind = given.map((file) => ({ file, kind: given.length > 1 ? kindOf(file, usual) : usual }));
    for (const { file, kind: of } of inWritingOrder(ofKind)) {
      if (kept.has(file)) continue;
      const group = groupId ?? [...kept.values()][0];
      const place = group === undefined ? {} : { import_group_id: group };
      try {
        const input = { kind: of, file, ...place };
        kept.set(file, (await call(importUpload, input, { quiet: true })).id);
      } catch (error) {
        throw given.length > 1 ? namedAfter(file, kept.size, error) : error;
      }
    }
    const [id] = kept.values();
    if (id === undefined) return;
    onUploaded({ id, group: groupId ?? (kept.size > 1 ? id : null) });
  };
  return (
    <FormDialog
      title="导入"
      isOpen
      onClose={onClose}
      form={form}
      fields={['kind', 'file']}
      submitLabel="上传并检查"
      onSubmit={upload}
    >
      <SelectField
        control={form.control}
        name="kind"
        label="内容"
        isRequired
        options={kinds.map((value) => ({ value, label: importKinds[value].noun }))}
      />
      <FileField
        control={form.control}
        onChosen={([first]) => {
          const guess = first === undefined ? undefined : guessOf(first);
          if (chosen === undefined && guess !== undefined) form.setValue('kind', guess, { shouldValidate: true });
        }}
      />
      {files.length > 1 && chosen !== undefined && (
        <ul className="import-kinds" aria-label="各文件的内容">
          {files.map((file) => (
            <li key={`${file.name} ${file.lastModified} ${file.size}`}>
              <span title={file.name}>{file.name}</span>
              <Select
                label={`${file.name} 的内容`}
                value={kindOf(file, chosen)}
                options={kinds.map((value) => ({ value, label: importKinds[value].noun }))}
                onChange={(value) => {
                  const said = kinds.find((name) => name === value);
                  if (said !== undefined) setTold(new Map([...told, [file, said]]));
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <p className="ti-field__hint">
        上传后先检查每一行，确认之前不写入任何数据。空白单元格不改动已有的内容。每个文件最多 20000 行、10
        MB。一起上传的文件列为一组，一起检查、依次写入，可一起撤销；小区、电梯等可引用同组文件中尚未写入的单位与小区。
      </p>
      <div>
        <Button
          icon="download"
          disabled={chosen === undefined}
          onClick={() => void saveFile(importTemplate, { kind: chosen }).catch(() => undefined)}
        >
          下载模板
        </Button>
      </div>
    </FormDialog>
  );
}

/** Returns the refusal with the name of the file, and what the next attempt leaves out. */
function namedAfter({ name }: File, keptNum: number, error: unknown): unknown {
  if (!(error instanceof CallError)) return error;
  const message = `“${name}”：${error.message}${keptNum > 0 ? `；前 ${keptNum} 个文件已上传，不必重选` : ''}`;
  return new CallError(error.kind, message, error.code, [{ field: 'file', message }]);
}

interface FileFieldProps {
  control: Control<UploadForm>;
  onChosen: (files: readonly File[]) => void;
}

function FileField({ control, onChosen }: FileFieldProps) {
  const { field, fieldState } = useController({ control, name: 'file' });
  const chosen: readonly File[] = field.value ?? [];
  return (
    <FieldFrame label="文件" isRequired hint="Excel 工作簿（.xlsx）的第一张工作表" error={fieldState.error?.message}>
      {(aria) => (
        <div className="import-file">
          <input
            {...aria}
            type="file"
            multiple
            accept=".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            ref={field.ref}
            onBlur={field.onBlur}
            onChange={(event) => {
              const files = [...(event.target.files ?? [])];
              field.onChange(files);
              onChosen(files);
            }}
          />
          <Icon name="file-excel" />
          <span>{chosen.length === 0 ? '选择文件，或拖到这里' : chosen.map(({ name }) => name).join('、')}</span>
        </div>
      )}
    </FieldFrame>
  );
}
