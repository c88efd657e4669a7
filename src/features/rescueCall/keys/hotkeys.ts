import { deskActions, isPress, type DeskEvent } from '../rescueActions.ts';

export type Hotkey =
  | { readonly kind: 'action'; readonly event: DeskEvent }
  | {
      readonly kind:
        | 'answer'
        | 'next'
        | 'previous'
        | 'newCall'
        | 'close'
        | 'submit'
        | 'mark'
        | 'markUnanswered'
        | 'markMine'
        | 'showKeys';
    }
  /** An action on the marked calls, named by its key. */
  | { readonly kind: 'several'; readonly key: 'c' | 'd' | 'l' | 'b' };

/** As much of a keyboard event as decides what it means. */
export interface Keystroke {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
  readonly repeat: boolean;
  /** In a control or a form that takes keys itself. */
  readonly isTyping: boolean;
  /** A dialog is open: it has the keyboard. */
  readonly isUnderDialog: boolean;
}

/** One key of the desk: the table is both read from and shown (`?`). */
export interface DeskKey {
  /** As `KeyboardEvent.key` has them, letters in lower case. */
  readonly keys: readonly string[];
  /** As it stands on the keyboard. */
  readonly shown: readonly string[];
  readonly label: string;
  readonly hotkey: Hotkey;
  readonly withCtrl?: boolean;
  /** Works while someone types. */
  readonly whileTyping?: boolean;
  /** Held down, it goes on. */
  readonly repeats?: boolean;
}

export const deskKeys: readonly DeskKey[] = [
  { keys: ['F9'], shown: ['F9'], label: '接听最急的呼叫', hotkey: { kind: 'answer' }, whileTyping: true },
  { keys: ['ArrowDown', 'j'], shown: ['↓', 'J'], label: '下一起呼叫', hotkey: { kind: 'next' }, repeats: true },
  { keys: ['ArrowUp', 'k'], shown: ['↑', 'K'], label: '上一起呼叫', hotkey: { kind: 'previous' }, repeats: true },
  { keys: ['m'], shown: ['M'], label: '勾选或取消当前呼叫', hotkey: { kind: 'mark' } },
  { keys: ['a'], shown: ['A'], label: '全选未受理的呼叫', hotkey: { kind: 'markUnanswered' } },
  { keys: ['s'], shown: ['S'], label: '全选我负责的救援', hotkey: { kind: 'markMine' } },
  { keys: ['c'], shown: ['C'], label: '受理所勾选的呼叫', hotkey: { kind: 'several', key: 'c' } },
  { keys: ['d'], shown: ['D'], label: '为所勾选的救援派出', hotkey: { kind: 'several', key: 'd' } },
  { keys: ['l'], shown: ['L'], label: '延长所勾选的受理', hotkey: { kind: 'several', key: 'l' } },
  { keys: ['b'], shown: ['B'], label: '为所勾选的救援备注', hotkey: { kind: 'several', key: 'b' } },
  { keys: ['n'], shown: ['N'], label: '新建电话报警', hotkey: { kind: 'newCall' } },
  ...deskActions.map(({ event, label, hotkey }): DeskKey => {
    const isClaim = event === 'rescue.accepted';
    return {
      keys: [hotkey],
      shown: [hotkey.toUpperCase()],
      label: isClaim ? '受理当前呼叫' : isPress(event) ? label : `${label}：打开或回到表单`,
      hotkey: { kind: 'action', event },
    };
  }),
  {
    keys: ['Enter'],
    shown: ['Ctrl', 'Enter'],
    label: '提交当前表单',
    hotkey: { kind: 'submit' },
    withCtrl: true,
  },
  { keys: ['Escape'], shown: ['Esc'], label: '收起表单，保留草稿', hotkey: { kind: 'close' }, whileTyping: true },
  { keys: ['?', '？'], shown: ['?'], label: '显示所有按键', hotkey: { kind: 'showKeys' } },
];

/** Returns the meaning of a keystroke at the desk; null when it is none of the desk's business. */
export function hotkeyOf({ key, ctrlKey, altKey, metaKey, repeat, isTyping, isUnderDialog }: Keystroke): Hotkey | null {
  if (isUnderDialog || altKey) return null;
  const isWithCtrl = ctrlKey || metaKey;
  const pressed = key.length === 1 ? key.toLowerCase() : key;
  const found = deskKeys.find(({ keys, withCtrl = false }) => keys.includes(pressed) && withCtrl === isWithCtrl);
  if (found === undefined || (isTyping && found.whileTyping !== true)) return null;
  // A form is folded by the first press; held down, the key would go on to what is behind.
  return repeat && found.repeats !== true ? null : found.hotkey;
}
