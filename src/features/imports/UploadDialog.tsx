import * as z from 'zod';
import { useController, type Control } from 'react-hook-form';
import type { OutputOf } from '../../contract/endpoint.ts';
import { importTemplate, importUpload } from '../../contract/endpoints/imports.ts';
import { importKindNames, importKinds, importLimits, type ImportKind } from '../../contract/entities/imports.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import './imports.css';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { Button } from '../../ui/Button/Button.tsx';
import { FieldFrame } from '../../ui/form/FieldFrame.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { useSchemaForm } from '../../ui/form/useSchemaForm.ts';
import { FormDialog } from '../../ui/FormDialog/FormDialog.tsx';

const uploadForm = z.object({
  kind: z.enum(importKindNames, '请选择要导入的内容'),
  file: z
    .instanceof(File, { error: '请选择文件' })
    .refine(({ name }) => /\.xlsx$/i.test(name), '请选择 .xlsx 文件；旧版 .xls 请先另存为 .xlsx')
    .refine(({ size }) => size <= importLimits.bytes, '文件超过 10 MB，请拆分后重试'),
});
type UploadForm = z.input<typeof uploadForm>;

interface UploadDialogProps {
  deps: Pick<FeatureDeps, 'call' | 'saveFile' | 'can'>;
  /** Chosen at first: the list that the user comes from. */
  kind: ImportKind | null;
  onClose: () => void;
  onUploaded: (uploaded: OutputOf<typeof importUpload>) => void;
}

/** Which file of what: with the template beside it. Nothing is written by an upload. */
export function UploadDialog({ deps, kind, onClose, onUploaded }: UploadDialogProps) {
  const { call, saveFile, can } = deps;
  const kinds = importKindNames.filter((name) => can(importKinds[name].permission));
  const form = useSchemaForm(uploadForm, kind !== null && kinds.includes(kind) ? { kind } : {});
  const chosen = form.watch('kind');
  return (
    <FormDialog
      title="导入"
      isOpen
      onClose={onClose}
      form={form}
      fields={['kind', 'file']}
      submitLabel="上传并检查"
      onSubmit={async (input) => onUploaded(await call(importUpload, input, { quiet: true }))}
    >
      <SelectField
        control={form.control}
        name="kind"
        label="内容"
        isRequired
        options={kinds.map((value) => ({ value, label: importKinds[value].noun }))}
      />
      <FileField control={form.control} />
      <p className="ti-field__hint">
        上传后先检查每一行，确认之前不写入任何数据。空白单元格不改动已有的内容。一次最多 20000 行、10 MB。
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

function FileField({ control }: { control: Control<UploadForm> }) {
  const { field, fieldState } = useController({ control, name: 'file' });
  const chosen: File | undefined = field.value;
  return (
    <FieldFrame label="文件" isRequired hint="Excel 工作簿（.xlsx）的第一张工作表" error={fieldState.error?.message}>
      {(aria) => (
        <div className="import-file">
          <input
            {...aria}
            type="file"
            accept=".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            ref={field.ref}
            onBlur={field.onBlur}
            onChange={(event) => field.onChange(event.target.files?.[0])}
          />
          <Icon name="file-excel" />
          <span>{chosen === undefined ? '选择文件，或拖到这里' : chosen.name}</span>
        </div>
      )}
    </FieldFrame>
  );
}
