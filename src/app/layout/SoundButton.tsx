import { Button } from '../../ui/Button/Button.tsx';
import { IconButton } from '../../ui/IconButton/IconButton.tsx';

export interface SoundButtonProps {
  isArmed: boolean;
  volumePercent: number;
  onArm: () => void;
  onOpenVolume: () => void;
}

/** Shows whether calls can be heard here: quiet when they can, with one click to arm when they cannot. */
export function SoundButton({ isArmed, volumePercent, onArm, onOpenVolume }: SoundButtonProps) {
  if (!isArmed) {
    return (
      <span className="ti-sound-warning">
        <Button size="small" icon="bell-slash" aria-label="报警声音未开启，点击开启" onClick={onArm}>
          <span>
            报警声音未开启<span className="ti-sound-warning__hint">，点击开启</span>
          </span>
        </Button>
      </span>
    );
  }
  if (volumePercent === 0) {
    return (
      <span className="ti-sound-warning">
        <Button size="small" icon="volume-off" onClick={onOpenVolume}>
          报警已静音
        </Button>
      </span>
    );
  }
  return <IconButton icon="volume-up" label={`报警音量 ${volumePercent}%`} onClick={onOpenVolume} />;
}
