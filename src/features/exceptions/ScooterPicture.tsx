import { useState } from 'react';
import { Photo } from '../../parts/photos/Photos.tsx';
import { Dialog } from '../../ui/Dialog/Dialog.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';

/** The camera's picture. The picture arrives after its alarm; until then this says that it is pending. */
export function ScooterPicture({ picture, tag }: { picture: string; tag: string }) {
  const [isOpen, setOpen] = useState(false);
  const label = `${tag} 的报警抓拍`;
  if (picture === '')
    return (
      <p className="exc-picture exc-picture--none">
        <Icon name="image" />
        图片未到
      </p>
    );
  return (
    <>
      <button type="button" className="exc-picture" onClick={() => setOpen(true)}>
        <Photo name={picture} label={label} />
      </button>
      {isOpen && (
        <Dialog title={label} isOpen maxWidth={1000} onClose={() => setOpen(false)}>
          <div className="photos__whole">
            <Photo name={picture} label={label} />
          </div>
        </Dialog>
      )}
    </>
  );
}
