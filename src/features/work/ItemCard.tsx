import type { VisitItem } from '../../contract/entities/visit.ts';
import { keysOf } from '../../contract/exceptions.ts';
import { itemAnswerLabels } from '../../contract/visits/checkItem.ts';
import { Icon } from '../../ui/Icon/Icon.tsx';
import type { DraftAnswer, KeptPhoto } from './model/kept.ts';
import { PhotoPicker } from './PhotoPicker.tsx';

interface ItemCardProps {
  item: VisitItem;
  answer: DraftAnswer;
  photos: readonly KeptPhoto[];
  /** The missing part of the answer; undefined where nothing, or before there is an answer. */
  problem: string | undefined;
  onTake: (file: File) => Promise<string | undefined>;
  /** Changes the answer as it is by then: a photo takes its time. */
  onChange: (change: (before: DraftAnswer) => DraftAnswer) => void;
}

const noteLabels: Partial<Record<NonNullable<DraftAnswer['answer']>, string>> = {
  adjusted: '调整内容',
  abnormal: '异常情况',
  notApplicable: '不涉及的原因',
};

const numberOf = (text: string): number | null =>
  text.trim() === '' || Number.isNaN(Number(text)) ? null : Number(text);

/** One item of the list: how it was found, and what that answer demands. It has no answer until a worker gives one. */
export function ItemCard({ item, answer, photos, problem, onTake, onChange }: ItemCardProps) {
  const chosen = answer.answer;
  const isMeasured = item.bounds !== undefined && chosen !== null && chosen !== 'notApplicable' && chosen !== 'notDue';
  const isNoted = chosen === 'adjusted' || chosen === 'abnormal' || chosen === 'notApplicable';
  const takesPhotos = chosen !== null && chosen !== 'notApplicable' && chosen !== 'notDue';
  return (
    <section className="work-card work-item" aria-label={item.name}>
      <h2>{item.name}</h2>
      <p className="work-item__requirement">{item.requirement}</p>
      {item.is_test && (
        <p className="work-dim">
          <Icon name="camera" /> 试验项目，须拍照
        </p>
      )}
      <div className="work-answers" role="radiogroup" aria-label="检查结果">
        {keysOf(itemAnswerLabels)
          .filter((one) => one !== 'notDue' || item.may_be_not_due)
          .map((one) => (
            <button
              key={one}
              type="button"
              role="radio"
              aria-checked={chosen === one}
              data-answer={one}
              onClick={() => onChange((before) => ({ ...before, answer: one }))}
            >
              {chosen === one && <Icon name={one === 'abnormal' ? 'exclamation-triangle' : 'check'} />}
              {itemAnswerLabels[one]}
            </button>
          ))}
      </div>
      {isMeasured && (
        <label className="work-field">
          <span>
            实测值（{item.bounds?.unit}），要求 {item.limit}
          </span>
          <input
            inputMode="decimal"
            defaultValue={answer.value ?? ''}
            onChange={(event) => {
              const value = numberOf(event.currentTarget.value);
              onChange((before) => ({ ...before, value }));
            }}
          />
        </label>
      )}
      {isNoted && (
        <label className="work-field">
          <span>{noteLabels[chosen]}</span>
          <textarea
            rows={2}
            maxLength={200}
            value={answer.note}
            onChange={(event) => {
              const note = event.currentTarget.value;
              onChange((before) => ({ ...before, note }));
            }}
          />
        </label>
      )}
      {takesPhotos && (
        <PhotoPicker
          label="项目照片"
          names={answer.photos}
          photos={photos}
          onTake={onTake}
          onAdd={(name) => onChange((before) => ({ ...before, photos: [...before.photos, name] }))}
          onRemove={(name) =>
            onChange((before) => ({ ...before, photos: before.photos.filter((one) => one !== name) }))
          }
        />
      )}
      {problem !== undefined && (
        <p className="work-note" data-tone="medium" role="status">
          <Icon name="info-circle" />
          <span>{problem}</span>
        </p>
      )}
    </section>
  );
}
