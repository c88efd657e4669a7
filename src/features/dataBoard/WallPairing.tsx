import { Link } from 'react-router-dom';
import { PairingForm, type PairingProps } from '../../parts/display/PairingForm.tsx';

/** Pairs this display once; from then on it signs in automatically. */
export const WallPairing = (props: PairingProps) => (
  <PairingForm
    {...props}
    label="大屏配对"
    title="智慧电梯安全管理平台 · 数据大屏"
    words="请管理员登录后台，打开“数据大屏”，点“大屏配对”，生成配对码，然后在这里输入。配对一次即可，之后自动登录，仅可查看。"
    button="配对并打开大屏"
  >
    <Link to="/ins-login">用账号登录</Link>
  </PairingForm>
);
