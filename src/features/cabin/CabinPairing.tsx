import { PairingForm, type PairingProps } from '../../parts/display/PairingForm.tsx';

/** Pairs the screen of a car once; from then on it signs in automatically and shows its own lift. */
export const CabinPairing = (props: PairingProps) => (
  <PairingForm
    {...props}
    label="轿厢屏配对"
    title="轿厢屏"
    words="请管理员在“电梯管理”中选中这台电梯，点“配对轿厢屏”，生成配对码，然后在这里输入。配对一次即可，之后自动登录。"
    button="配对"
  />
);
