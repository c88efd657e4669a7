/** Texts about a problem with the sound of this console, and the one click that mends it. */
export const soundTexts = {
  blocked: { text: '浏览器阻止了报警声音', action: '点击开启声音' },
  muted: { text: '报警音量为 0，本值班台听不到呼叫', action: '恢复音量' },
} as const;
