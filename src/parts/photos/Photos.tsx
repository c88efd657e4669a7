import { useState } from 'react';
import { Dialog } from '../../ui/Dialog/Dialog.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { fileUrl } from './uploadPhoto.ts';
import './photos.css';

interface PhotoProps {
  name: string;
  /** The description of the picture, for those who cannot see it. */
  label: string;
}

/** An uploaded picture, or the word that it cannot be shown. */
export function Photo({ name, label }: PhotoProps) {
  const [failed, setFailed] = useState<string | null>(null);
  if (failed === name)
    return (
      <span className="photo photo--none">
        <Icon name="image" />
        图片无法显示
      </span>
    );
  return <img className="photo" src={fileUrl(name)} alt={label} onError={() => setFailed(name)} />;
}

/** Pictures in small; a press shows one in full. */
export function Photos({ names, label }: { names: readonly string[]; label: string }) {
  const [shown, setShown] = useState<string | null>(null);
  if (names.length === 0) return null;
  return (
    <>
      <ul className="photos" aria-label={label}>
        {names.map((name, index) => (
          <li key={name}>
            <button type="button" className="photos__one" onClick={() => setShown(name)}>
              <Photo name={name} label={`${label}第 ${index + 1} 张`} />
            </button>
          </li>
        ))}
      </ul>
      {shown !== null && (
        <Dialog title={label} isOpen maxWidth={1000} onClose={() => setShown(null)}>
          <div className="photos__whole">
            <Photo name={shown} label={label} />
          </div>
        </Dialog>
      )}
    </>
  );
}
