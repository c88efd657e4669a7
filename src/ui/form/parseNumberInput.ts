/**
 * Returns the text of a number field as a number: full-width digits and signs (from a Chinese input method) and grouping commas are
 * understood. Null for nothing; NaN for what is no number, so that the form's schema can say so.
 */
export function parseNumberInput(text: string): number | null {
  const plain = text
    .replaceAll(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
    .replaceAll(/[－−]/g, '-')
    .replaceAll(/[．。]/g, '.')
    .replaceAll(/[,，\s]/g, '');
  if (plain === '') return null;
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN;
}
