import { Icon } from '../../../ui/Icon/Icon.tsx';
import './LastLook.css';

/** Below the fold of a long form it would be missed. */
const bringIntoView = (shown: HTMLElement | null): void => shown?.scrollIntoView({ block: 'nearest' });

/** Shows once more what will be kept permanently; nothing while `text` is null. */
export function LastLook({ text }: { text: string | null }) {
  // The region stands there from the start, so that its text is read out when it comes.
  return (
    <div role="status" className="rc-last-look">
      {text !== null && (
        <p ref={bringIntoView}>
          <Icon name="exclamation-triangle" />
          <span>
            <strong>将永久记入：{text}。</strong>
            <br />
            提交后不能修改，只能以更正附记补充。请核对后再次提交。
          </span>
        </p>
      )}
    </div>
  );
}
