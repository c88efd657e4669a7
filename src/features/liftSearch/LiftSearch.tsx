import { useEffect, useId, useState } from 'react';
import type { ElevatorSearch } from '../../streams/fleet/searchElevators.ts';
import { Dialog } from '../../ui/Dialog/Dialog.tsx';
import { Icon } from '../../ui/Icon/Icon.tsx';
import { Kbd } from '../../ui/Kbd/Kbd.tsx';
import { unusedLiftTag } from '../../parts/lift/liftStateTag.ts';
import { deviceTone } from '../../parts/lift/deviceTones.ts';
import { StatusTag } from '../../ui/StatusTag/StatusTag.tsx';
import { PlaceText } from '../../parts/rescue/PlaceText.tsx';
import { Spoken } from '../../ui/Spoken/Spoken.tsx';
import './LiftSearch.css';

export interface LiftSearchProps {
  isOpen: boolean;
  search: ElevatorSearch;
  onKeyword: (keyword: string) => void;
  onChoose: (elevatorId: number) => void;
  onClose: () => void;
}

const typingPauseMs = 150;

/** The message below the box: nothing typed, nothing found, or what went wrong. */
function hintOf({ keyword, result }: ElevatorSearch): string {
  if (result.kind === 'idle') return '输入电梯标签、地址、轿厢救援码或小区名称';
  if (result.kind === 'loading') return '正在查找…';
  if (result.kind === 'failed') return result.message;
  return result.value.list.length === 0
    ? `没有找到“${keyword}”，请检查是否在您的管辖范围内`
    : `找到 ${result.value.total.toLocaleString('zh-CN')} 台${result.value.total > result.value.list.length ? '，请再输入几个字缩小范围' : ''}`;
}

/** Finds a lift from anywhere: type, choose with the arrow keys, open with Enter. */
export function LiftSearch({ isOpen, search, onKeyword, onChoose, onClose }: LiftSearchProps) {
  const listId = useId();
  const [draft, setDraft] = useState('');
  const [place, setPlace] = useState(0);
  const { result } = search;
  const lifts = result.kind === 'ready' ? result.value.list : [];
  const active = Math.min(place, Math.max(0, lifts.length - 1));
  useEffect(() => {
    const timer = setTimeout(() => onKeyword(draft), typingPauseMs);
    return () => clearTimeout(timer);
  }, [draft, onKeyword]);
  const choose = (index: number): void => {
    const lift = lifts[index];
    if (lift !== undefined) onChoose(lift.id);
  };
  return (
    <Dialog title="查找电梯" icon="search" isOpen={isOpen} onClose={onClose} maxWidth={680}>
      <div className="ti-lift-search">
        <input
          className="ti-input"
          role="combobox"
          aria-label="查找电梯"
          aria-expanded={lifts.length > 0}
          aria-controls={listId}
          aria-activedescendant={lifts.length > 0 ? `${listId}-${active}` : undefined}
          placeholder="标签、地址、救援码、小区"
          autoComplete="off"
          // The box is what was asked for by the key.
          autoFocus
          value={draft}
          onChange={(event) => {
            setDraft(event.target.value);
            setPlace(0);
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
            if (step !== undefined) {
              event.preventDefault();
              setPlace(Math.min(Math.max(0, active + step), Math.max(0, lifts.length - 1)));
            } else if (event.key === 'Enter') {
              event.preventDefault();
              choose(active);
            }
          }}
        />
        <p className="ti-lift-search__hint" role="status">
          {result.kind === 'failed' && <Icon name="exclamation-triangle" />}
          {hintOf(search)}
        </p>
        <ul id={listId} role="listbox" aria-label="找到的电梯" className="ti-lift-search__list">
          {lifts.map((lift, index) => (
            <li
              key={lift.id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              onPointerMove={() => setPlace(index)}
              onPointerDown={(event) => {
                event.preventDefault();
                choose(index);
              }}
            >
              <b>
                <Spoken>{lift.tag}</Spoken>
              </b>
              <span className="ti-lift-search__where">
                <PlaceText of={lift} />
              </span>
              <span className="ti-lift-search__code">
                <Spoken>{lift.rescue_code}</Spoken>
              </span>
              {lift.open_rescue_id === null ? (
                <StatusTag {...(unusedLiftTag(lift) ?? { label: lift.statusResult, tone: deviceTone(lift.status) })} />
              ) : (
                <StatusTag label="求救" tone="critical" />
              )}
            </li>
          ))}
        </ul>
        <p className="ti-lift-search__keys">
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> 选择 <Kbd>Enter</Kbd> 打开 <Kbd>Esc</Kbd> 关闭
        </p>
      </div>
    </Dialog>
  );
}
