/** Width of a text, px, by rule: a CJK character is as wide as it is high, another about 0.62 of that. */
export function textWidth(text: string, sizePx: number): number {
  let width = 0;
  for (const character of text) width += (character.codePointAt(0) ?? 0) > 0x2e7f ? sizePx : sizePx * 0.62;
  return Math.ceil(width);
}

/** Breaks a text into lines of at most `widthPx`; Chinese may break anywhere except before punctuation. */
export function wrapText(text: string, sizePx: number, widthPx: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const character of text) {
    const isPunctuation = /[，。；：、！？）”]/u.test(character);
    if (line !== '' && !isPunctuation && textWidth(line + character, sizePx) > widthPx) {
      lines.push(line);
      line = '';
    }
    line += character;
  }
  return line === '' ? lines : [...lines, line];
}
