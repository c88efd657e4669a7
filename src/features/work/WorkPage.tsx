import type { ReactNode } from 'react';
import type { Call } from '../../contract/call.ts';
import type { VisitDetail } from '../../contract/entities/visit.ts';
import { dayOf, toDisplayTime } from '../../contract/time.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { DeniedState } from '../../ui/DeniedState/DeniedState.tsx';
import { EmptyState } from '../../ui/EmptyState/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState/ErrorState.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { IconButton } from '../../ui/IconButton/IconButton.tsx';
import type { Telephone, WorkActions } from './model/actions.ts';
import { phaseOf } from './model/visitWork.ts';
import type { WorkState } from './model/workState.ts';
import type { OfficerPlace } from './officer/OfficerPart.tsx';
import { OfficerLoader } from './OfficerLoader.tsx';
import { OfficerShortcuts } from './OfficerShortcuts.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { QueueView } from './QueueView.tsx';
import { SignInForm } from './SignInForm.tsx';
import { VisitList } from './VisitList.tsx';
import { VisitView } from './VisitView.tsx';
import './WorkPage.css';

/** The open part of the page. */
export type WorkPlace =
  { readonly kind: 'visits' | 'queue' | OfficerPlace } | { readonly kind: 'visit'; readonly id: number };

export interface WorkPageProps {
  state: WorkState;
  actions: WorkActions;
  telephone: Telephone;
  /** The server, for the part of the officer, who is online there. */
  call: Call;
  place: WorkPlace;
  onPlace: (place: WorkPlace) => void;
  /** The lift's code with which the page was opened; empty without one. */
  scanned: string;
}

function Banner({
  tone,
  icon,
  children,
}: {
  tone: string;
  icon: 'lock' | 'wifi' | 'database' | 'qrcode';
  children: ReactNode;
}) {
  return (
    <div className="work-note" data-tone={tone} role={tone === 'critical' ? 'alert' : 'status'}>
      <Icon name={icon} />
      <span>{children}</span>
    </div>
  );
}

function Visits({ state, actions, telephone, onPlace }: Omit<WorkPageProps, 'place' | 'scanned' | 'call'>) {
  const { mine, load, queue, user } = state;
  if (load.kind === 'denied') return <DeniedState message={load.message} />;
  if (mine === null)
    return load.kind === 'failed' ? (
      <ErrorState title="无法加载工单" message={load.message} onRetry={() => void actions.refresh()} />
    ) : (
      <p className="work-dim" role="status">
        正在加载工单…
      </p>
    );
  const nowMs = telephone.nowMs() - state.offsetMs;
  const { visits, is_worker: isWorker, is_officer: isOfficer } = mine.answer;
  const isForeign = (visit: VisitDetail): boolean =>
    phaseOf({
      visit,
      userId: user?.id ?? 0,
      draft: state.drafts.find(({ visitId }) => visitId === visit.id),
      queue,
      nowMs,
    }) === 'foreign';
  const toSign = visits.filter((visit) => visit.stage === 'submitted' && isForeign(visit));
  const toDo = visits.filter((visit) => !toSign.includes(visit) && !isForeign(visit));
  const lists = [
    ...(toDo.length === 0 ? [] : [{ label: '我的维保', list: toDo }]),
    ...(toSign.length === 0 || !isOfficer ? [] : [{ label: '待会签', list: toSign }]),
  ];
  return (
    <>
      {load.kind === 'failed' && (
        <Banner tone="medium" icon="wifi">
          {load.message}。显示的是 {toDisplayTime(mine.atMs).slice(5, 16)} 的工单。
        </Banner>
      )}
      {isOfficer && <OfficerShortcuts permissions={user?.permissions ?? []} onOpen={(kind) => onPlace({ kind })} />}
      {!isWorker && !isOfficer ? (
        <EmptyState
          title="没有可处理的工单"
          hint="您的账号未关联维保人员或电梯安全员。请联系管理员在“人员管理”中关联账号。"
          icon="id-card"
        />
      ) : (
        lists.length === 0 && (
          <EmptyState title="暂无工单" hint="14 天内没有需要您处理的维保工单。" icon="check-circle" />
        )
      )}
      {lists.map(({ label, list }) => (
        <VisitList
          key={label}
          label={label}
          visits={list}
          queue={queue}
          today={dayOf(nowMs)}
          onOpen={(id) => onPlace({ kind: 'visit', id })}
        />
      ))}
      <Button icon="refresh" size="large" isBusy={load.kind === 'loading'} onClick={() => void actions.refresh()}>
        刷新
      </Button>
    </>
  );
}

function Inside({ state, actions, telephone, call, place, onPlace, scanned }: WorkPageProps) {
  const { user, mine, queue, token } = state;
  const visit = place.kind === 'visit' ? mine?.answer.visits.find(({ id }) => id === place.id) : undefined;
  const refused = queue.filter(({ refusal }) => refusal !== null).length;
  return (
    <>
      <header className="work-bar">
        {place.kind === 'visits' ? (
          <div className="work-bar__who">
            <strong>{user?.name}</strong>
            <small>{mine?.answer.person?.company ?? user?.role_name ?? user?.role_label}</small>
          </div>
        ) : (
          <button type="button" className="work-bar__back" onClick={() => onPlace({ kind: 'visits' })}>
            <Icon name="angle-left" />
            返回
          </button>
        )}
        <button
          type="button"
          className="work-bar__queue"
          data-tone={refused > 0 ? 'critical' : queue.length > 0 ? 'medium' : 'quiet'}
          onClick={() => onPlace({ kind: 'queue' })}
        >
          <Icon name={refused > 0 ? 'exclamation-circle' : queue.length > 0 ? 'upload' : 'check'} />
          {queue.length > 0 ? `未上传 ${queue.length}` : '已上传'}
        </button>
        {place.kind === 'visits' && (
          <IconButton icon="sign-out" label="退出登录" onClick={() => void actions.signOut()} />
        )}
      </header>
      {token === null && (
        <div className="work-note" data-tone="high" role="alert">
          <Icon name="lock" />
          <span>
            登录已过期。可以继续填写，记录保存在本机；重新登录后自动上传。
            <Button onClick={() => void actions.wantSignIn()}>重新登录</Button>
          </span>
        </div>
      )}
      {!telephone.opensOffline && (
        <Banner tone="medium" icon="wifi">
          本站未启用加密连接（HTTPS），本页只能在有网络时打开。请保持网络，已填写的内容仍保存在本机。
        </Banner>
      )}
      {state.storeProblem !== '' && (
        <Banner tone="critical" icon="database">
          {state.storeProblem}
        </Banner>
      )}
      {scanned !== '' && place.kind === 'visits' && (
        <Banner tone="info" icon="qrcode">
          已读取电梯二维码，请选择这台电梯的工单签到。
        </Banner>
      )}
      {place.kind === 'queue' && (
        <QueueView
          state={state}
          onFlush={() => void actions.flush()}
          onRetry={(entry) => void actions.retry(entry)}
          onDiscard={(entry) => void actions.discard(entry)}
        />
      )}
      {place.kind === 'visits' && <Visits {...{ state, actions, telephone, onPlace }} />}
      {(place.kind === 'code' || place.kind === 'faults' || place.kind === 'scooters') && token !== null && (
        <OfficerLoader key={place.kind} place={place.kind} deps={{ call, nowMs: telephone.nowMs }} />
      )}
      {place.kind === 'visit' &&
        (visit === undefined ? (
          <EmptyState title="工单已不在您名下" hint="可能已改派、改排或会签。未上传的内容仍在“未上传”中。" />
        ) : (
          <VisitView key={visit.id} {...{ visit, state, actions, telephone, scanned }} />
        ))}
    </>
  );
}

/** The telephone of maintenance workers and safety officers. */
export function WorkPage(props: WorkPageProps) {
  const { state, actions } = props;
  const isForced = state.phase === 'inside' && state.user?.must_change_password === true;
  return (
    <main className="work">
      {state.phase === 'opening' && (
        <p className="work-dim" role="status">
          正在打开…
        </p>
      )}
      {state.phase === 'unreadable' && (
        <ErrorState title="无法保存数据" message={state.message} onRetry={() => void actions.open()} />
      )}
      {(state.phase === 'signedOut' || state.phase === 'signingIn') && (
        <SignInForm
          account={state.account}
          message={state.message}
          isBusy={state.phase === 'signingIn'}
          unsent={state.unsent}
          onSubmit={(account, password) => void actions.signIn(account, password)}
          onBack={state.isLeavable ? () => void actions.open() : undefined}
        />
      )}
      {isForced && (
        <PasswordForm
          onSubmit={(old, fresh) => actions.changePassword(old, fresh)}
          onSignOut={() => void actions.signOut()}
        />
      )}
      {state.phase === 'inside' && !isForced && <Inside {...props} />}
    </main>
  );
}
