import type { RingingCall } from '../../contract/ringingCall.ts';
import { Icon } from '../../ui/Icon/Icon.tsx';

const reasons = {
  noProgress: '受理后限时内未派出救援',
  claimerLeft: '受理人已离开值班台',
} as const;

/** This call is not new: someone had it, perhaps the very user of this console, and the claim lapsed. */
export function LapsedLine({ call: { lapsed }, userId }: { call: RingingCall; userId: number | undefined }) {
  if (lapsed === undefined) return null;
  const whose = lapsed.userId === userId ? '您' : `${lapsed.userName} `;
  return (
    <p className="ti-alarm__lapsed">
      <Icon name="undo" />
      <span>
        {whose}的受理已失效，呼叫重新振铃<small>（{reasons[lapsed.cause]}）</small>
      </span>
    </p>
  );
}
