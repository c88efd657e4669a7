import { useState } from 'react';
import type { VisitDetail } from '../../contract/entities/visit.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { CodeReader } from './CodeReader.tsx';
import type { Telephone } from './model/actions.ts';
import { Problem } from './SignInForm.tsx';

export interface CheckInWords {
  readonly liftCode: string;
  readonly presenceCode: string;
}

interface CheckInProps {
  visit: VisitDetail;
  readCode: Telephone['readCode'];
  /** A code with which the page was opened from the sign in the car. */
  scanned: string;
  onSubmit: (words: CheckInWords) => Promise<void>;
}

const digitsOnly = (text: string): string => text.replaceAll(/\D/g, '').slice(0, 6);

/** Returns the problem of the typed or scanned code, as far as the telephone can tell; the server compares it with the lift's sign. */
function codeProblem(code: string, { rescue_code: own, tag }: VisitDetail): string {
  if (code === '') return '请扫描电梯二维码，或输入标牌上的六位救援码';
  if (!/^\d+$/.test(code)) return '';
  if (code.length !== 6) return '救援码为 6 位数字';
  return own === '' || own === code ? '' : `这不是 ${tag} 的救援码，请核对电梯`;
}

/** The lift's code, read or typed, and the dynamic code where there is one. */
export function CheckIn({ visit, readCode, scanned, onSubmit }: CheckInProps) {
  const [isReading, setReading] = useState(false);
  const [read, setRead] = useState(scanned);
  const [typed, setTyped] = useState('');
  const [presence, setPresence] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);

  async function submit(): Promise<void> {
    const liftCode = typed === '' ? read : typed;
    const lacks = codeProblem(liftCode, visit) || (presence !== '' && presence.length !== 6 ? '动态码为 6 位数字' : '');
    setProblem(lacks);
    if (lacks !== '') return;
    setBusy(true);
    await onSubmit({ liftCode, presenceCode: presence });
    setBusy(false);
  }

  return (
    <section className="work-card" aria-label="签到">
      <h2>签到</h2>
      {isReading ? (
        <CodeReader
          readCode={readCode}
          onRead={(code) => {
            setRead(code);
            setTyped('');
            setProblem('');
            setReading(false);
          }}
          onClose={() => setReading(false)}
        />
      ) : (
        <>
          {read !== '' && typed === '' && (
            <p className="work-note" data-tone="ok">
              <Icon name="check-circle" />
              <span>已读取电梯二维码</span>
            </p>
          )}
          <Button
            icon="qrcode"
            size="large"
            variant={read === '' ? 'primary' : 'quiet'}
            onClick={() => setReading(true)}
          >
            {read === '' ? '扫描电梯二维码' : '重新扫描'}
          </Button>
          <label className="work-field">
            <span>或输入标牌上的六位救援码</span>
            <input
              inputMode="numeric"
              value={typed}
              onChange={(event) => setTyped(digitsOnly(event.currentTarget.value))}
            />
          </label>
          <label className="work-field">
            <span>动态码（轿厢屏幕或安全员手机上的 6 位数字，没有可不填）</span>
            <input
              inputMode="numeric"
              value={presence}
              onChange={(event) => setPresence(digitsOnly(event.currentTarget.value))}
            />
          </label>
          {problem !== '' && <Problem>{problem}</Problem>}
          <Button
            icon="map-marker"
            size="large"
            variant={read === '' && typed === '' ? 'quiet' : 'primary'}
            isBusy={isBusy}
            onClick={() => void submit()}
          >
            {isBusy ? '正在定位…' : '签到'}
          </Button>
          <p className="work-dim">签到时记录当前位置；没有定位也能签到，记录上会注明“无定位”。</p>
        </>
      )}
    </section>
  );
}
