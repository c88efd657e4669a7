import { useEffect, useEffectEvent, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import type { ElevatorSearch } from '../../streams/fleet/searchElevators.ts';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { SearchBox } from '../../ui/SearchBox/SearchBox.tsx';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { placeOf } from '../rescue/rescuePresentation.ts';
import { unusedLiftTag } from './liftStateTag.ts';
import { Spoken, SpokenLine } from '../../ui/Spoken/Spoken.tsx';
import './ElevatorChoice.css';

type FoundElevator = Extract<ElevatorSearch['result'], { kind: 'ready' }>['value']['list'][number];

interface ElevatorChoiceProps<Values extends FieldValues> {
  control: Control<Values>;
  /** Holds the chosen lift's id. */
  name: FieldPath<Values>;
  search: ElevatorSearch;
  onSearch: (keyword: string) => void;
  /** A lift is chosen, and Enter leads on. */
  onNext: () => void;
  /** Beside a lift with an open rescue: what submitting means for it. */
  openRescueText: string;
}

function resultText({ keyword, result }: ElevatorSearch): string {
  switch (result.kind) {
    case 'idle':
      return '输入轿厢内六位救援码、电梯标签、地址或小区，至少一个字。';
    case 'loading':
      return `正在查找“${keyword}”…`;
    case 'failed':
      return `查找失败：${result.message}。正在自动重试。`;
    case 'ready':
      if (result.value.list.length === 0) return `没有找到“${keyword}”。请核对救援码，或改用地址、小区查找。`;
      return result.value.total > result.value.list.length
        ? `共 ${result.value.total} 台，请补充关键字以缩小范围。`
        : `共 ${result.value.total} 台，↑↓ 选择。`;
  }
}

/** A lift out of use can hold a person too: its call is taken, and the desk sees what it is. */
function UnusedTag({ elevator }: { elevator: FoundElevator }) {
  const tag = unusedLiftTag(elevator);
  return tag !== null && <StatusTag {...tag} />;
}

/** Finds the lift by what the caller can read or say. */
export function ElevatorChoice<Values extends FieldValues>({
  control,
  name,
  search,
  onSearch,
  onNext,
  openRescueText,
}: ElevatorChoiceProps<Values>) {
  const listId = useId();
  const { field, fieldState } = useController({ control, name });
  const [chosen, setChosen] = useState<FoundElevator | null>(null);
  /** Enter was pressed on this keyword; its result may not have come yet. */
  const [awaited, setAwaited] = useState<string | null>(null);
  const boxRef = useRef<HTMLDivElement>(null);
  // The caller waits on the line: typing starts in the search.
  useEffect(() => boxRef.current?.querySelector('input')?.focus(), []);
  const found = search.result.kind === 'ready' ? search.result.value.list : [];
  // A choice from one list does not answer the next keyword.
  const [lastKeyword, setLastKeyword] = useState(search.keyword);
  if (search.keyword !== lastKeyword) {
    setLastKeyword(search.keyword);
    setChosen(null);
  }
  // The plate's code names one lift: it is chosen without a further key, once.
  const byCode = found.find(({ rescue_code: code }) => code === search.keyword) ?? null;
  const [lastCodeId, setLastCodeId] = useState<number | null>(null);
  if ((byCode?.id ?? null) !== lastCodeId) {
    setLastCodeId(byCode?.id ?? null);
    if (byCode !== null) setChosen(byCode);
  }
  const chosenId = chosen?.id;
  const keep = useEffectEvent((id: number | undefined) => {
    if (field.value !== id) field.onChange(id);
  });
  useEffect(() => keep(chosenId), [chosenId]);
  // Enter continues with the result of the typed keyword as soon as it arrives.
  const [nextNum, setNextNum] = useState(0);
  if (search.keyword === lastKeyword && search.keyword === awaited && search.result.kind === 'ready') {
    setAwaited(null);
    const lift = chosen ?? byCode ?? (found.length === 1 ? found[0] : undefined);
    if (lift !== undefined) {
      setChosen(lift);
      setNextNum(nextNum + 1);
    }
  }
  const goOn = useEffectEvent(onNext);
  useEffect(() => {
    if (nextNum > 0) goOn();
  }, [nextNum]);
  const typed = (event: FormEvent): void => {
    setAwaited(null);
    if (event.target instanceof HTMLInputElement && event.target.value.trim() !== search.keyword) setChosen(null);
  };
  const move = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      // Enter searches; it does not send a form that is half filled in.
      event.preventDefault();
      setAwaited(event.target.value.trim());
      return;
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const at = found.findIndex(({ id }) => id === chosen?.id);
    const next = event.key === 'ArrowDown' ? Math.min(at + 1, found.length - 1) : Math.max(at - 1, 0);
    setChosen(found[next] ?? null);
  };
  return (
    <div
      className="rc-find ti-form__whole"
      onKeyDown={move}
      onInput={typed}
      // A user who has left the search must not be taken to the next field later.
      onBlur={() => setAwaited(null)}
      ref={boxRef}
    >
      <p className="ti-field__label">
        电梯
        <span className="ti-field__required" aria-hidden="true">
          *
        </span>
      </p>
      <SearchBox
        label="查找电梯"
        placeholder="救援码 / 标签 / 地址 / 小区"
        value={search.keyword}
        onSearch={onSearch}
      />
      <p className="rc-find__text" role="status">
        {resultText(search)}
      </p>
      {found.length > 0 && (
        <ul className="rc-find__list" id={listId} aria-label="找到的电梯">
          {found.map((elevator) => (
            <li key={elevator.id}>
              <button
                type="button"
                className="rc-find__row"
                aria-pressed={elevator.id === chosen?.id}
                onClick={() => setChosen(elevator)}
              >
                <span className="rc-find__code">
                  <Spoken>{elevator.rescue_code}</Spoken>
                </span>
                <span className="rc-find__where">
                  <span>{placeOf(elevator)}</span>
                  <SpokenLine>
                    <Spoken>{elevator.tag}</Spoken>
                    <span>{elevator.full_area}</span>
                  </SpokenLine>
                </span>
                <UnusedTag elevator={elevator} />
                {elevator.open_rescue_id !== null && <StatusTag tone="high" label="救援进行中" />}
              </button>
            </li>
          ))}
        </ul>
      )}
      {chosen !== null && chosen.open_rescue_id !== null && <p className="rc-find__joins">{openRescueText}</p>}
      {fieldState.error !== undefined && (
        <p className="ti-field__error" role="alert">
          <Icon name="exclamation-circle" />
          {fieldState.error.message}
        </p>
      )}
    </div>
  );
}
