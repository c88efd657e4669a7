/** Digits that stay at the start, to tell the network, and at the end, to tell two numbers apart. */
const keptAtStart = 3;
const keptAtEnd = 2;

/**
 * A telephone number as the log keeps it permanently, however it is written: `138 0000 1234` is `138 **** **34`. Of a
 * short one only the end stays.
 */
export function maskTelephone(text: string): string {
  const digits = text.replaceAll(/\D/g, '').length;
  const shown = digits >= 8 ? keptAtStart : 0;
  let seen = 0;
  return text.replaceAll(/\d/g, (digit) => {
    seen += 1;
    return seen <= shown || seen > digits - keptAtEnd ? digit : '*';
  });
}
