import { Button } from '../../ui/Button/Button.tsx';
import { Dialog } from '../../ui/Dialog/Dialog.tsx';
import { Slider } from '../../ui/form/Slider.tsx';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { DesktopNotice, type DesktopNoticeProps } from './DesktopNotice.tsx';
import './account.css';

interface AlarmVolumeDialogProps {
  /** 0–100. */
  volumePercent: number;
  /** The browser lets this page make sound. */
  isArmed: boolean;
  isTesting: boolean;
  notice: DesktopNoticeProps;
  onChange: (percent: number) => void;
  onTest: () => void;
  onClose: () => void;
}

function SoundTag({ volumePercent, isArmed }: Pick<AlarmVolumeDialogProps, 'volumePercent' | 'isArmed'>) {
  if (!isArmed) return <StatusTag label="声音被浏览器阻止，点“试听”开启" tone="high" icon="bell-slash" />;
  if (volumePercent === 0) return <StatusTag label="已静音，本值班台听不到呼叫" tone="high" icon="bell-slash" />;
  return <StatusTag label="报警声音可用" tone="ok" icon="volume-up" />;
}

/** The volume of a call at this console, with the very tone to try it. */
export function AlarmVolumeDialog({
  volumePercent,
  isArmed,
  isTesting,
  notice,
  onChange,
  onTest,
  onClose,
}: AlarmVolumeDialogProps) {
  return (
    <Dialog
      title="报警音量"
      icon="volume-up"
      isOpen
      onClose={onClose}
      maxWidth={500}
      footer={
        <>
          <Button icon={isTesting ? 'stop' : 'play'} onClick={onTest}>
            {isTesting ? '停止试听' : '试听'}
          </Button>
          <Button variant="primary" onClick={onClose}>
            完成
          </Button>
        </>
      }
    >
      <div className="ti-account__volume">
        <Slider label="有呼叫时的响铃音量" value={volumePercent} unit="%" onChange={onChange} />
        <SoundTag volumePercent={volumePercent} isArmed={isArmed} />
        <p>音量保存在本浏览器中，退出登录后恢复为 30%。</p>
        <h3>桌面通知</h3>
        <DesktopNotice {...notice} />
      </div>
    </Dialog>
  );
}
