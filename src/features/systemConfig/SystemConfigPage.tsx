import type { Observable } from 'rxjs';
import { FailedLoad } from '../../parts/record/FailedLoad.tsx';
import { loading, type LoadState } from '../../streams/loading/loadState.ts';
import { LoadingOverlay } from '../../ui/LoadingOverlay/LoadingOverlay.tsx';
import { useObservable } from '../../ui/live/useObservable.ts';
import { PageHeader } from '../../ui/PageHeader/PageHeader.tsx';
import { SettingsForm, type SettingsFormProps } from './SettingsForm.tsx';
import type { ReadSettings } from './settings.ts';
import './systemConfig.css';

export interface SystemConfigPageProps extends Omit<SettingsFormProps, 'initial'> {
  /** Tries again until it has them. */
  settings$: Observable<LoadState<ReadSettings>>;
}

/** Every setting with its bounds, its default and its last change. */
export function SystemConfigPage({ title, settings$, ...rest }: SystemConfigPageProps) {
  const state = useObservable<LoadState<ReadSettings>>(settings$, loading);
  return (
    <div className="system-config">
      {state.kind === 'ready' ? (
        <SettingsForm title={title} initial={state.value} {...rest} />
      ) : (
        <>
          <PageHeader title={title} />
          {state.kind === 'loading' ? (
            <LoadingOverlay isShown scope="box" text="正在加载系统参数…" />
          ) : (
            <FailedLoad state={state} />
          )}
        </>
      )}
    </div>
  );
}
