import { expect } from 'storybook/test';

const clips = (element: Element): boolean => {
  const { overflowX, overflowY } = getComputedStyle(element);
  return [overflowX, overflowY].some((overflow) => overflow === 'hidden' || overflow === 'clip');
};

/**
 * Every number in sight that is read out by telephone is whole: cut neither in its own box nor by what it stands in. Fails where there is none, so that
 * a story cannot lose its numbers silently. Tolerates the half pixel of a rounded box.
 */
export async function expectSpokenWhole(root: Element): Promise<void> {
  const numbers = [...root.querySelectorAll('.ti-spoken')].filter((number) => number.checkVisibility());
  await expect(numbers.length).toBeGreaterThan(0);
  for (const number of numbers) {
    await expect(number.scrollWidth, `${number.textContent} in itself`).toBeLessThanOrEqual(number.clientWidth + 1);
    const own = number.getBoundingClientRect();
    for (let around = number.parentElement; around !== null && root.contains(around); around = around.parentElement) {
      if (!clips(around)) continue;
      const frame = around.getBoundingClientRect();
      await expect(own.right, `${number.textContent} in .${around.className}`).toBeLessThanOrEqual(frame.right + 1);
      await expect(own.left, `${number.textContent} in .${around.className}`).toBeGreaterThanOrEqual(frame.left - 1);
      await expect(own.bottom, `${number.textContent} in .${around.className}`).toBeLessThanOrEqual(frame.bottom + 1);
    }
  }
}
