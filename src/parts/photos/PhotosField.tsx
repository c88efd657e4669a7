import { useState } from 'react';
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { CallError } from '../../contract/call.ts';
import { mostPhotos } from '../../contract/exceptions.ts';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { IconButton } from '../../ui/IconButton/IconButton.tsx';
import { Photo } from './Photos.tsx';
import { photoProblem, photoTypes, type UploadPhoto } from './uploadPhoto.ts';
import './photos.css';
import '../../ui/theme/form.css';

interface PhotosFieldProps<Values extends FieldValues> {
  control: Control<Values>;
  name: FieldPath<Values>;
  label: string;
  upload: UploadPhoto;
  /** A form must wait until all are sent. */
  onBusy?: (isBusy: boolean) => void;
}

interface Sending {
  readonly id: number;
  readonly fileName: string;
  /** 0 to 1. */
  readonly share: number;
}

/** Photos that are uploaded as they are chosen, one after the other; the form's value is their names. */
export function PhotosField<Values extends FieldValues>({
  control,
  name,
  label,
  upload,
  onBusy,
}: PhotosFieldProps<Values>) {
  const {
    field: { ref, value, onBlur, onChange },
    fieldState,
  } = useController({ control, name });
  const names: readonly string[] = Array.isArray(value) ? value : [];
  const [sending, setSending] = useState<readonly Sending[]>([]);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const room = mostPhotos - names.length - sending.length;

  const sendAll = async (files: readonly File[]): Promise<void> => {
    const fitting = files.filter((file) => photoProblem(file) === null).slice(0, room);
    const refused = files.flatMap((file) => photoProblem(file) ?? []);
    setProblems(fitting.length + refused.length < files.length ? [...refused, `最多 ${mostPhotos} 张照片`] : refused);
    const started = fitting.map((file, index): Sending => ({ id: Date.now() + index, fileName: file.name, share: 0 }));
    setSending((before) => [...before, ...started]);
    onBusy?.(true);
    let held = names;
    for (const [index, file] of fitting.entries()) {
      const id = started[index]?.id;
      const onProgress = (share: number): void =>
        setSending((before) => before.map((one) => (one.id === id ? { ...one, share } : one)));
      try {
        held = [...held, await upload(file, { onProgress })];
        onChange(held);
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        setProblems((before) => [...before, `${file.name}：${error.message}`]);
      }
      setSending((before) => before.filter((one) => one.id !== id));
    }
    onBusy?.(false);
  };

  const error = fieldState.error?.message;
  return (
    <fieldset className="ti-choice" aria-invalid={error === undefined ? undefined : true}>
      <legend className="ti-field__label">
        {label}（{names.length} / {mostPhotos}）
      </legend>
      <div className="photos">
        {names.map((photo, index) => (
          <span key={photo} className="photos__one photos__held">
            <Photo name={photo} label={`${label}第 ${index + 1} 张`} />
            <IconButton
              size="small"
              icon="times"
              label={`移除第 ${index + 1} 张照片`}
              onClick={() => onChange(names.filter((other) => other !== photo))}
            />
          </span>
        ))}
        {sending.map(({ id, fileName, share }) => (
          <span key={id} className="photos__sending" title={fileName}>
            {Math.round(share * 100)}%
            <progress className="ti-progress" value={share} max={1} aria-label={`正在上传 ${fileName}`} />
          </span>
        ))}
        {room > 0 && sending.length === 0 && (
          <label className="photos__add">
            <Icon name="camera" />
            添加照片
            <input
              type="file"
              aria-label={`添加${label}`}
              accept={photoTypes}
              multiple
              ref={ref}
              onBlur={onBlur}
              onChange={(event) => {
                const files = [...(event.target.files ?? [])];
                // The same file may be chosen again after a failure.
                event.target.value = '';
                void sendAll(files);
              }}
            />
          </label>
        )}
      </div>
      {[...(error === undefined ? [] : [error]), ...problems].map((problem) => (
        <p key={problem} className="ti-field__error photos__problems" role="alert">
          <Icon name="exclamation-circle" />
          {problem}
        </p>
      ))}
    </fieldset>
  );
}
