import { useEffect, useState, type ChangeEvent } from 'react';
import { mostPhotos } from '../../contract/exceptions.ts';
import { fileUrl } from '../../parts/photos/uploadPhoto.ts';
import { Icon } from '../../ui/Icon/Icon.tsx';
import type { KeptPhoto } from './model/kept.ts';
import { Problem } from './SignInForm.tsx';

function KeptPicture({ blob, label }: { blob: Blob; label: string }) {
  const [url] = useState(() => URL.createObjectURL(blob));
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return <img src={url} alt={label} />;
}

/** A picture of this telephone, or one that the server has. */
export function WorkPhoto({ name, kept, label }: { name: string; kept: KeptPhoto | undefined; label: string }) {
  return kept === undefined ? (
    <img src={fileUrl(name)} alt={label} loading="lazy" />
  ) : (
    <KeptPicture blob={kept.blob} label={label} />
  );
}

interface PhotoPickerProps {
  label: string;
  names: readonly string[];
  photos: readonly KeptPhoto[];
  /** Stamps and keeps the picture; returns its name. Rejects where it is no picture. */
  onTake: (file: File) => Promise<string | undefined>;
  onAdd: (name: string) => void;
  onRemove: (name: string) => void;
}

/** Pictures taken with the camera, each with a stamp; a press on the cross takes one away again. */
export function PhotoPicker({ label, names, photos, onTake, onAdd, onRemove }: PhotoPickerProps) {
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);

  async function take(event: ChangeEvent<HTMLInputElement>): Promise<void> {
    const input = event.currentTarget;
    const [file] = input.files ?? [];
    if (file === undefined) return;
    setBusy(true);
    setProblem('');
    try {
      const name = await onTake(file);
      if (name !== undefined) onAdd(name);
    } catch {
      setProblem('这个文件不是照片，请重新拍摄');
    }
    setBusy(false);
    input.value = '';
  }

  return (
    <div className="work-photos">
      <ul aria-label={label}>
        {names.map((name, index) => (
          <li key={name}>
            <WorkPhoto
              name={name}
              kept={photos.find((photo) => photo.name === name)}
              label={`${label}第 ${index + 1} 张`}
            />
            <button type="button" aria-label={`删除${label}第 ${index + 1} 张`} onClick={() => onRemove(name)}>
              <Icon name="times" />
            </button>
          </li>
        ))}
      </ul>
      {problem !== '' && <Problem>{problem}</Problem>}
      {names.length < mostPhotos && (
        <label className="ti-button work-photos__take" data-variant="quiet" aria-busy={isBusy || undefined}>
          <Icon name={isBusy ? 'spinner' : 'camera'} isSpinning={isBusy} />
          {isBusy ? '正在处理照片…' : `拍照（${names.length}）`}
          <input
            className="ti-visually-hidden"
            type="file"
            accept="image/*"
            capture="environment"
            aria-label={`${label}：拍照`}
            disabled={isBusy}
            onChange={(event) => void take(event)}
          />
        </label>
      )}
    </div>
  );
}
