import { useMemo, useState } from 'react';
import { EMPTY } from 'rxjs';
import { rescueWhy } from '../../contract/endpoints/whyRang.ts';
import { siteTestCall, type SiteSetup } from '../../contract/endpoints/setup.ts';
import { ringSoundLabels, type WhyRang } from '../../contract/entities/whyRang.ts';
import { toDisplayTime } from '../../contract/time.ts';
import { changeOf } from '../../contract/streamChange.ts';
import type { FeatureDeps } from '../../streams/featureDeps.ts';
import { loading, type LoadState } from '../../streams/loading/loadState.ts';
import { watchLatest } from '../../streams/loading/watchLatest.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { FormProblems } from '../../ui/form/FormProblems.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { useObservable } from '../../ui/live/useObservable.ts';

const resultEveryMs = 2_000;

function Consoles({ why }: { why: WhyRang }) {
  if (why.rung.length === 0)
    return (
      <p className="setup-finding" data-good="false">
        <Icon name="exclamation-triangle" />
        <span>还没有值班台响铃。请让调度员在另一台电脑或另一个浏览器中登录并保持页面打开，打开后会立即响铃。</span>
      </p>
    );
  return (
    <ul aria-label="响铃的值班台">
      {why.rung.map((rung) => (
        <li key={`${rung.user_name} ${rung.console} ${rung.first_at}`}>
          <b>{rung.user_name}</b>（{rung.console}）{toDisplayTime(rung.first_at).slice(11)} 开始响铃，
          {ringSoundLabels[rung.sound]}
          {rung.answered && <b>，已受理</b>}
        </li>
      ))}
    </ul>
  );
}

/** The result of the push, as the log and the consoles tell. */
function Result({ deps, orderId }: { deps: FeatureDeps; orderId: number }) {
  const why$ = useMemo(
    () =>
      watchLatest(
        {
          load: () => deps.call(rescueWhy, { id: orderId }, { quiet: true }),
          events$: deps.live.events$,
          concerns: (event) => changeOf(event)?.stream === 'rescue',
          reload$: EMPTY,
        },
        { atLeastEveryMs: resultEveryMs },
      ),
    [deps, orderId],
  );
  const why = useObservable<LoadState<WhyRang>>(why$, loading);
  return (
    <section className="setup-result" aria-label="测试结果" aria-live="polite">
      <p className="setup-finding" data-good="true">
        <Icon name="check-circle" />
        <span>
          求救已经由消息服务器收下，生成救援单 <b>{orderId}</b>，时间线中注明为测试。
        </span>
      </p>
      {why.kind === 'ready' && <Consoles why={why.value} />}
      {why.kind === 'failed' && <p>{why.message}</p>}
    </section>
  );
}

interface TestCallStepProps {
  deps: FeatureDeps;
  setup: SiteSetup;
  onDone: () => void;
}

/** A real call for help over MQTT, and what it did. */
export function TestCallStep({ deps, setup, onDone }: TestCallStepProps) {
  const [orderId, setOrderId] = useState<number | null>(null);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { lift, dispatcher_num: dispatchers, answered_call: answered } = setup;
  if (lift === null || dispatchers === 0) return <p>请先完成“首批人员”与“首台电梯”。</p>;
  const send = async (): Promise<void> => {
    setSending(true);
    setProblem(null);
    try {
      const { rescue_order_id: id } = await deps.call(siteTestCall, { elevator_id: lift.id }, { quiet: true });
      setOrderId(id);
      onDone();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '测试呼叫没有发出，请重试');
    } finally {
      setSending(false);
    }
  };
  return (
    <>
      <p>
        服务器以采集器 <code>{lift.device_key}</code> 的名义，经消息服务器发送一次“报警按钮”求救：电梯 {lift.tag}（
        {lift.place}）。它走与真实求救完全相同的路，<b>调度员的值班台会真的响铃</b>
        ，请先通知他们。
        {deps.can('rescue.answer')
          ? '您的账号也有接听权限，本页会一同响铃：请让调度员接听。'
          : '您的账号没有接听权限，本页不会响铃。'}
      </p>
      <p>调度员接听后按演练处置，最后判为误报，统计时不计入困人。</p>
      <Button variant="primary" icon="bell" isBusy={isSending} onClick={() => void send()}>
        发起测试呼叫
      </Button>
      <FormProblems problems={problem === null ? [] : [problem]} />
      {orderId !== null && <Result deps={deps} orderId={orderId} />}
      {answered !== null && (
        <p className="setup-finding" data-good="true">
          <Icon name="check-circle" />
          <span>
            {answered.answered_by}已接听过 {answered.tag} 的呼叫（救援单 {answered.id}）：求救能够到达值班台。
          </span>
        </p>
      )}
    </>
  );
}
