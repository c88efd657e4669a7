import { useState } from 'react';
import type { VisitDetail } from '../../contract/entities/visit.ts';
import { Button } from '../../ui/Button/Button.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { ItemCard } from './ItemCard.tsx';
import type { Draft, DraftAnswer, KeptPhoto } from './model/kept.ts';
import {
  missingOf,
  problemOfItem,
  recordTabLabels,
  recordTabs,
  type Missing,
  type RecordTab,
} from './model/visitWork.ts';
import { PhotoPicker } from './PhotoPicker.tsx';
import { SignaturePad } from '../../ui/signature/SignaturePad.tsx';

interface RecordFormProps {
  visit: VisitDetail;
  draft: Draft;
  photos: readonly KeptPhoto[];
  photoPlaces: number;
  onTake: (file: File) => Promise<string | undefined>;
  onChange: (change: (before: Draft) => Draft) => void;
  onSubmit: (signature: string) => Promise<void>;
}

const emptyAnswer = (code: string): DraftAnswer => ({ code, answer: null, note: '', value: null, photos: [] });
const answerOf = (draft: Draft, code: string): DraftAnswer =>
  draft.answers.find((answer) => answer.code === code) ?? emptyAnswer(code);

const withAnswer = (draft: Draft, code: string, change: (before: DraftAnswer) => DraftAnswer): Draft => ({
  ...draft,
  answers: [...draft.answers.filter((answer) => answer.code !== code), change(answerOf(draft, code))],
});

function Items({
  visit,
  draft,
  photos,
  index,
  onIndex,
  onTake,
  onChange,
  onDone,
}: Pick<RecordFormProps, 'visit' | 'draft' | 'photos' | 'onTake' | 'onChange'> & {
  index: number;
  onIndex: (index: number) => void;
  onDone: () => void;
}) {
  const item = visit.items[index];
  if (item === undefined) return null;
  const answer = answerOf(draft, item.code);
  const complete = visit.items.filter((one) => problemOfItem(one, draft) === undefined).length;
  const isLast = index === visit.items.length - 1;
  return (
    <>
      <p className="work-progress" role="status">
        第 {index + 1} 项，共 {visit.items.length} 项 · 已答 {complete} 项
      </p>
      <ItemCard
        key={item.code}
        item={item}
        answer={answer}
        photos={photos}
        problem={answer.answer === null ? undefined : problemOfItem(item, draft)}
        onTake={onTake}
        onChange={(change) => onChange((before) => withAnswer(before, item.code, change))}
      />
      <div className="work-pair">
        <Button size="large" icon="angle-left" disabled={index === 0} onClick={() => onIndex(index - 1)}>
          上一项
        </Button>
        <Button size="large" variant="primary" onClick={() => (isLast ? onDone() : onIndex(index + 1))}>
          {isLast ? '下一步' : '下一项'}
        </Button>
      </div>
      <ol className="work-grid" aria-label="全部项目">
        {visit.items.map((one, place) => {
          const given = answerOf(draft, one.code).answer;
          const state = given === null ? 'open' : problemOfItem(one, draft) === undefined ? given : 'lacking';
          const words = state === 'open' ? '未答' : state === 'lacking' ? '未完成' : '已答';
          return (
            <li key={one.code}>
              <button
                type="button"
                data-state={state}
                aria-current={place === index || undefined}
                aria-label={`第 ${place + 1} 项 ${one.name}，${words}`}
                onClick={() => onIndex(place)}
              >
                {place + 1}
              </button>
            </li>
          );
        })}
      </ol>
    </>
  );
}

function Parts({ draft, onChange }: Pick<RecordFormProps, 'draft' | 'onChange'>) {
  const change = (place: number, part: Partial<Draft['parts'][number]>): void =>
    onChange((before) => ({
      ...before,
      parts: before.parts.map((one, index) => (index === place ? { ...one, ...part } : one)),
    }));
  return (
    <section className="work-card" aria-label="更换部件">
      <h2>更换部件</h2>
      {draft.parts.length === 0 && <p className="work-dim">没有更换部件可直接到下一步。</p>}
      {draft.parts.map((part, place) => (
        <fieldset className="work-part" key={place}>
          <legend>部件 {place + 1}</legend>
          <label className="work-field">
            <span>名称</span>
            <input
              maxLength={40}
              value={part.name}
              onChange={(event) => change(place, { name: event.currentTarget.value })}
            />
          </label>
          <label className="work-field">
            <span>编号（可不填）</span>
            <input
              maxLength={40}
              value={part.serial}
              onChange={(event) => change(place, { serial: event.currentTarget.value })}
            />
          </label>
          <div className="work-counter">
            <span>数量</span>
            <button
              type="button"
              aria-label="减少"
              disabled={part.num <= 1}
              onClick={() => change(place, { num: part.num - 1 })}
            >
              <Icon name="minus" />
            </button>
            <output>{part.num}</output>
            <button
              type="button"
              aria-label="增加"
              disabled={part.num >= 99}
              onClick={() => change(place, { num: part.num + 1 })}
            >
              <Icon name="plus" />
            </button>
          </div>
          <Button
            icon="trash"
            onClick={() =>
              onChange((before) => ({ ...before, parts: before.parts.filter((_, index) => index !== place) }))
            }
          >
            删除部件 {place + 1}
          </Button>
        </fieldset>
      ))}
      {draft.parts.length < 30 && (
        <Button
          icon="plus"
          size="large"
          onClick={() =>
            onChange((before) => ({ ...before, parts: [...before.parts, { name: '', serial: '', num: 1 }] }))
          }
        >
          添加部件
        </Button>
      )}
    </section>
  );
}

function Sign({
  missing,
  draft,
  onChange,
  onGo,
  onSubmit,
}: Pick<RecordFormProps, 'draft' | 'onChange' | 'onSubmit'> & {
  missing: readonly Missing[];
  onGo: (missing: Missing) => void;
}) {
  const [signature, setSignature] = useState('');
  const [isBusy, setBusy] = useState(false);
  return (
    <section className="work-card" aria-label="签名提交">
      <h2>签名提交</h2>
      {missing.length > 0 && (
        <>
          <p className="work-note" data-tone="medium">
            <Icon name="info-circle" />
            <span>还差 {missing.length} 处，完成后才能签名：</span>
          </p>
          <ul className="work-missing">
            {missing.map((one) => (
              <li key={one.message}>
                <button type="button" onClick={() => onGo(one)}>
                  {one.message}
                  <Icon name="angle-right" />
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      {missing.length === 0 && (
        <>
          <label className="work-field">
            <span>备注（可不填）</span>
            <textarea
              rows={2}
              maxLength={500}
              value={draft.note}
              onChange={(event) => {
                const note = event.currentTarget.value;
                onChange((before) => ({ ...before, note }));
              }}
            />
          </label>
          <p className="work-dim">签名即签退：确认以上记录属实，现场已恢复。</p>
          <SignaturePad label="签名" onChange={setSignature} />
          <Button
            size="large"
            variant="primary"
            icon="send"
            isBusy={isBusy}
            disabled={signature === ''}
            onClick={() => {
              setBusy(true);
              void onSubmit(signature).finally(() => setBusy(false));
            }}
          >
            提交记录
          </Button>
        </>
      )}
    </section>
  );
}

/** The record of a visit: its items one by one, parts, photos, and the signature once nothing is missing. */
export function RecordForm({ visit, draft, photos, photoPlaces, onTake, onChange, onSubmit }: RecordFormProps) {
  const [tab, setTab] = useState<RecordTab>('items');
  const [index, setIndex] = useState(() =>
    Math.max(
      0,
      visit.items.findIndex((item) => problemOfItem(item, draft) !== undefined),
    ),
  );
  const missing = missingOf(visit, draft, photoPlaces);
  return (
    <>
      <nav className="work-tabs" aria-label="记录">
        {recordTabs.map((one) => {
          const num = missing.filter((each) => each.tab === one).length;
          return (
            <button key={one} type="button" aria-current={tab === one || undefined} onClick={() => setTab(one)}>
              {recordTabLabels[one]}
              {num > 0 && <small>差 {num}</small>}
            </button>
          );
        })}
      </nav>
      {tab === 'items' && (
        <Items
          visit={visit}
          draft={draft}
          photos={photos}
          index={index}
          onIndex={setIndex}
          onTake={onTake}
          onChange={onChange}
          onDone={() => setTab('parts')}
        />
      )}
      {tab === 'parts' && (
        <>
          <Parts draft={draft} onChange={onChange} />
          <Button size="large" variant="primary" onClick={() => setTab('photos')}>
            下一步
          </Button>
        </>
      )}
      {tab === 'photos' && (
        <section className="work-card" aria-label="现场照片">
          <h2>现场照片</h2>
          <p className="work-dim">
            {photoPlaces === 0 ? '本市未要求现场照片。' : `至少拍摄 ${photoPlaces} 处：`}
            机房、轿顶、底坑、标牌。照片上会注明时间、电梯、人员和位置。
          </p>
          <PhotoPicker
            label="现场照片"
            names={draft.photos}
            photos={photos}
            onTake={onTake}
            onAdd={(name) => onChange((before) => ({ ...before, photos: [...before.photos, name] }))}
            onRemove={(name) =>
              onChange((before) => ({ ...before, photos: before.photos.filter((one) => one !== name) }))
            }
          />
          <Button size="large" variant="primary" onClick={() => setTab('sign')}>
            下一步
          </Button>
        </section>
      )}
      {tab === 'sign' && (
        <Sign
          missing={missing}
          draft={draft}
          onChange={onChange}
          onGo={(one) => {
            setTab(one.tab);
            if (one.index !== undefined) setIndex(one.index);
          }}
          onSubmit={onSubmit}
        />
      )}
    </>
  );
}
