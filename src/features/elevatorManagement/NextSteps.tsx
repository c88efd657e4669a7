import { useSearchParams } from 'react-router-dom';
import { Button } from '../../ui/Button/Button.tsx';
import { Dialog } from '../../ui/Dialog/Dialog.tsx';

interface NextStepsProps {
  id: number;
  tag: string;
  hasMaintainer: boolean;
  /** Without the permission to bind devices somebody else does it. */
  mayBind: boolean;
  onClose: () => void;
}

/** After a lift was registered: what is still missing before a call from it reaches somebody. */
export function NextSteps({ id, tag, hasMaintainer, mayBind, onClose }: NextStepsProps) {
  const [, setParams] = useSearchParams();
  return (
    <Dialog
      isOpen
      title={`已新建电梯 ${tag}`}
      icon="check-circle"
      maxWidth={520}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>稍后再说</Button>
          <Button
            variant="primary"
            onClick={() => {
              setParams({ id: String(id) });
              onClose();
            }}
          >
            打开这台电梯
          </Button>
        </>
      }
    >
      <p>接下来：</p>
      <ol className="lift-next">
        {!hasMaintainer && <li>尚未指定维保单位，困人时没有维保单位可通知。请点“编辑”补充。</li>}
        <li>
          尚未绑定采集终端，还收不到求救与数据。
          {mayBind
            ? '请在“设备”页签中绑定，并把生成的凭据填入终端。'
            : '请联系安装人员在“设备”页签中绑定，并把凭据填入终端。'}
        </li>
      </ol>
    </Dialog>
  );
}
