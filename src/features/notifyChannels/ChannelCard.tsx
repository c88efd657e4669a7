import { useState } from 'react';
import type { ChannelRow } from '../../contract/entities/notification.ts';
import type { ProviderChannel } from '../../contract/notificationWords.ts';
import { toDisplayTime } from '../../contract/time.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { CopyButton } from '../../ui/copy/CopyButton.tsx';
import { DescriptionList, type Description } from '../../ui/DescriptionList/DescriptionList.tsx';
import { FormProblems } from '../../ui/form/FormProblems.tsx';
import type { IconName } from '../../ui/Icon/iconNames.ts';
import { Panel } from '../../ui/Panel/Panel.tsx';
import { StatusTag, type StatusTagProps } from '../../ui/StatusTag/StatusTag.tsx';
import type { ChannelSources } from './channelSources.ts';
import { TestMessage } from './TestMessage.tsx';

const icons: Readonly<Record<ProviderChannel, IconName>> = {
  voice: 'phone',
  sms: 'comment',
  wechat: 'comments',
  wecom: 'users',
  webhook: 'link',
};

const tags: Readonly<Record<ChannelRow['provider'], Omit<StatusTagProps, 'label'>>> = {
  none: { tone: 'offline' },
  demo: { tone: 'neutral', icon: 'play-circle' },
  real: { tone: 'ok' },
};

const figure = (num: number): string => num.toLocaleString('en-US');
const timeOf = (at: string | null): string => (at === null ? '从未' : toDisplayTime(at).slice(5));

function factsOf(channel: ChannelRow): readonly Description[] {
  return [
    { label: '等待发送', value: figure(channel.waiting) },
    { label: '今日已发', value: figure(channel.sent_today) },
    { label: '今日失败', value: figure(channel.failed_today) },
    { label: '最近成功', value: timeOf(channel.last_ok_at) },
    { label: '发送限制', value: channel.limits, isWide: true },
  ];
}

interface ChannelCardProps {
  channel: ChannelRow;
  sources: ChannelSources;
  onEdit: () => void;
}

/** One channel: whether it is on, how it is doing, its provider's limits, and the address for receipts. */
export function ChannelCard({ channel, sources, onEdit }: ChannelCardProps) {
  const { channel: name, channel_label: label, provider, receipt_url: receiptUrl, last_problem: problem } = channel;
  const [testId, setTestId] = useState<number | null>(null);
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const send = async (): Promise<void> => {
    setSending(true);
    setRefusal(null);
    try {
      setTestId(await sources.sendTest(name));
    } catch (error) {
      setTestId(null);
      setRefusal(error instanceof Error && error.message !== '' ? error.message : '发送失败，请稍后重试');
    } finally {
      setSending(false);
    }
  };
  return (
    <Panel title={label} icon={icons[name]} actions={<StatusTag {...tags[provider]} label={channel.state_label} />}>
      <div className="nc-card">
        <DescriptionList items={factsOf(channel)} columns={2} />
        {problem !== '' && <StatusTag tone="medium" label={`最近问题：${problem}`} />}
        {receiptUrl !== '' && (
          <p className="nc-card__receipt">
            <span className="nc-quiet">回执地址，请填写到服务商后台</span>
            <span className="nc-card__address">
              <code>{receiptUrl}</code>
              <CopyButton text={receiptUrl} label={`${label}的回执地址`} />
            </span>
          </p>
        )}
        <div className="nc-card__acts">
          <Button icon="cog" aria-label={`设置${label}`} onClick={onEdit}>
            设置
          </Button>
          {provider !== 'none' && (
            <Button
              icon="send"
              isBusy={isSending}
              aria-label={`${label}：给自己发测试消息`}
              onClick={() => void send()}
            >
              给自己发测试消息
            </Button>
          )}
        </div>
        <FormProblems problems={refusal === null ? [] : [refusal]} />
        {testId !== null && <TestMessage key={testId} id={testId} watch={sources.message$} />}
      </div>
    </Panel>
  );
}
