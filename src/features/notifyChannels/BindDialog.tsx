import { useState } from 'react';
import { EMPTY, type Observable } from 'rxjs';
import type { OutputOf } from '../../contract/endpoint.ts';
import { bindingCode } from '../../contract/endpoints/notification.ts';
import { personList } from '../../contract/endpoints/person.ts';
import { toDisplayTime } from '../../contract/time.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Dialog } from '../../ui/Dialog/Dialog.tsx';
import { FormProblems } from '../../ui/form/FormProblems.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { useObservable } from '../../ui/live/useObservable.ts';
import { QrCode } from '../../ui/QrCode/QrCode.tsx';
import { LookupInput } from '../../ui/Select/LookupInput.tsx';
import type { SelectOption } from '../../ui/Select/OptionList.tsx';
import { watchBinding } from './watchBinding.ts';

interface BindDialogProps {
  deps: FeatureDeps;
  onBound: () => void;
  onClose: () => void;
}

interface AskedCode {
  readonly person: SelectOption<number>;
  readonly code: OutputOf<typeof bindingCode>;
  readonly bound$: Observable<boolean>;
}

/** Chooses a person and shows the code to scan with WeChat; reports when it has been scanned. */
export function BindDialog({ deps, onBound, onClose }: BindDialogProps) {
  const { call } = deps;
  const [person, setPerson] = useState<SelectOption<number> | null>(null);
  const [asked, setAsked] = useState<AskedCode | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isBound = useObservable(asked?.bound$ ?? EMPTY, false);
  const search = async (keyword: string, signal: AbortSignal): Promise<readonly SelectOption<number>[]> => {
    const found = await call(personList, { keyword, page_size: 20 }, { quiet: true, signal });
    return found.list.map(({ id, name, organization_name: detail }) => ({ value: id, label: name, detail }));
  };
  const ask = async (): Promise<void> => {
    if (person === null) {
      setProblem('请选择人员');
      return;
    }
    setProblem(null);
    setAsking(true);
    try {
      const code = await call(bindingCode, { person_id: person.value }, { quiet: true });
      setAsked({ person, code, bound$: watchBinding({ call, person, onBound }) });
    } catch (error) {
      setAsked(null);
      setProblem(error instanceof Error && error.message !== '' ? error.message : '无法生成二维码，请稍后重试');
    } finally {
      setAsking(false);
    }
  };
  return (
    <Dialog
      isOpen
      title="绑定微信"
      maxWidth={440}
      onClose={onClose}
      footer={
        <>
          <Button variant={isBound ? 'primary' : 'quiet'} onClick={onClose}>
            {isBound ? '完成' : '关闭'}
          </Button>
          {!isBound && (
            <Button variant="primary" icon="qrcode" isBusy={isAsking} onClick={() => void ask()}>
              {asked === null ? '生成二维码' : '重新生成'}
            </Button>
          )}
        </>
      }
    >
      <div className="nc-bind">
        <LookupInput
          label="人员"
          placeholder="人员姓名"
          search={search}
          value={person}
          onChange={(chosen) => {
            setPerson(chosen);
            setAsked(null);
          }}
        />
        <FormProblems problems={problem === null ? [] : [problem]} />
        {asked !== null && !isBound && (
          <figure className="nc-bind__code">
            <QrCode text={asked.code.content} label={`${asked.person.label}的微信绑定二维码`} size={220} />
            <figcaption>
              请{asked.person.label}用微信扫码。{toDisplayTime(asked.code.expires_at).slice(11, 16)} 前有效。
            </figcaption>
          </figure>
        )}
        <p role="status">
          {isBound && asked !== null && (
            <>
              <Icon name="check-circle" /> {asked.person.label}已绑定微信
            </>
          )}
        </p>
      </div>
    </Dialog>
  );
}
