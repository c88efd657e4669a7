import { Button } from '../Button/Button.tsx';
import { Icon } from '../Icon/Icon.tsx';

interface HeldNoteProps {
  newNum: number;
  goneNum: number;
  onShow: () => void;
}

/** Tells what has changed while the rows keep their places under the pointer. */
export function HeldNote({ newNum, goneNum, onShow }: HeldNoteProps) {
  const parts = [...(newNum > 0 ? [`${newNum} 条新增`] : []), ...(goneNum > 0 ? [`${goneNum} 条已离开列表`] : [])];
  return (
    <div className="ti-list__held" role="status">
      <Icon name="info-circle" />
      <span>{parts.join('，')}</span>
      <Button size="small" variant="plain" onClick={onShow}>
        更新列表
      </Button>
    </div>
  );
}
