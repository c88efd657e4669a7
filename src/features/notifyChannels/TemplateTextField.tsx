import { useRef } from 'react';
import { useController, useWatch, type Control } from 'react-hook-form';
import { notifyChannelLabels, templateVariables, type NotifyChannel } from '../../contract/notificationWords.ts';
import {
  fillTemplate,
  longestMessage,
  messageLength,
  sampleValues,
  templateProblems,
} from '../../contract/templateText.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { FieldFrame } from '../../ui/form/FieldFrame.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';

const isChannel = (value: unknown): value is NotifyChannel =>
  typeof value === 'string' && Object.hasOwn(notifyChannelLabels, value);

/** The text of a template: a click inserts a variable at the cursor, and a preview shows the message as received. */
export function TemplateTextField({ control }: { control: Control }) {
  const areaRef = useRef<HTMLTextAreaElement>(null);
  const { field, fieldState } = useController({ control, name: 'text' });
  const channelValue: unknown = useWatch({ control, name: 'channel' });
  const channel = isChannel(channelValue) ? channelValue : null;
  const text = typeof field.value === 'string' ? field.value : '';
  const { ref: register, ...input } = field;
  const insert = (variable: string): void => {
    const area = areaRef.current;
    if (area === null) return;
    area.focus();
    area.setRangeText(`{${variable}}`, area.selectionStart, area.selectionEnd, 'end');
    field.onChange(area.value);
  };
  return (
    <div className="nc-template">
      <FieldFrame label="内容" isRequired error={fieldState.error?.message}>
        {(aria) => (
          <textarea
            {...aria}
            {...input}
            ref={(area) => {
              areaRef.current = area;
              register(area);
            }}
            value={text}
            className="ti-input ti-input--area"
            rows={4}
          />
        )}
      </FieldFrame>
      <div className="nc-chips" role="group" aria-label="插入变量">
        {templateVariables.map((variable) => (
          <Button
            key={variable}
            size="small"
            icon="plus"
            aria-label={`插入${variable}`}
            onClick={() => insert(variable)}
          >
            {variable}
          </Button>
        ))}
      </div>
      <MessagePreview channel={channel} text={text} />
    </div>
  );
}

/** The message as its channel will send it, with its length and its problems. */
function MessagePreview({ channel, text }: { channel: NotifyChannel | null; text: string }) {
  if (channel === null) return <p className="nc-quiet">选择渠道后显示预览</p>;
  const problems = templateProblems(channel, text);
  return (
    <section className="nc-preview" data-channel={channel} aria-label={`${notifyChannelLabels[channel]}预览`}>
      <header>
        <span>{notifyChannelLabels[channel]}预览</span>
        <span className="nc-preview__length">
          {messageLength(text)} / {longestMessage[channel]} 字
        </span>
      </header>
      <p className="nc-preview__text">{fillTemplate(text, sampleValues) || '（尚无内容）'}</p>
      {problems.map((problem) => (
        <p key={problem} className="nc-preview__problem" role="alert">
          <Icon name="exclamation-circle" />
          {problem}
        </p>
      ))}
    </section>
  );
}
