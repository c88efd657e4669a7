import { templateVariables, type TemplateVariable } from '../../src/contract/notificationWords.ts';

const isVariable = (name: string): name is TemplateVariable => templateVariables.some((known) => known === name);

/** The variables that a template's text names, each once, in their order. */
export const variablesIn = (text: string): readonly TemplateVariable[] => [
  ...new Set([...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name).filter(isVariable)),
];

/**
 * At most so many characters. Of a place both ends matter, the community at its beginning and the lift at its end, so
 * the middle is left out.
 */
export function shorten(text: string, most: number): string {
  const letters = Array.from(text);
  if (letters.length <= most) return text;
  const atEnd = Math.floor((most - 1) / 2);
  return `${letters.slice(0, most - 1 - atEnd).join('')}…${letters.slice(letters.length - atEnd).join('')}`;
}
