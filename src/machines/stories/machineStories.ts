import type { MachineEntry } from './catalogue.ts';

export interface StoryFile {
  readonly name: string;
  readonly text: string;
}

/** `RescuingAccepted` of `rescuing.accepted`. */
export function storyName(key: string): string {
  return key
    .split(/[.+]/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');
}

function storyFile({ name, states }: MachineEntry): StoryFile {
  const stories = states.map(
    ({ key }) => `export const ${storyName(key)}: Story = { name: '${key}', args: { stateKey: '${key}' } };`,
  );
  const text = `// Written by \`npm run stories\` from the machine: one story per reachable state. Do not edit.
import type { Meta, StoryObj } from '@storybook/react-vite';
import { MachineState } from './MachineState.tsx';

const meta = {
  title: 'machines/${name}',
  component: MachineState,
  args: { machine: '${name}', stateKey: '' },
} satisfies Meta<typeof MachineState>;
export default meta;
type Story = StoryObj<typeof meta>;

${stories.join('\n')}
`;
  return { name: `${name}.generated.stories.tsx`, text };
}

/** The stories that the machines call for: one file per machine, one story per reachable state value. */
export const machineStories = (catalogue: readonly MachineEntry[]): readonly StoryFile[] => catalogue.map(storyFile);

const exportsOf = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/stateKey: '([^']+)'/g)].map(([, key]) => key ?? ''));

/** Returns the differences between the stories that the machines call for and those that are written, a line each. */
export function storyDrift(wanted: readonly StoryFile[], written: readonly StoryFile[]): readonly string[] {
  const missing = wanted.flatMap(({ name, text }) => {
    const file = written.find((other) => other.name === name);
    if (file === undefined) return [`${name}: missing`];
    if (file.text === text) return [];
    const [should, has] = [exportsOf(text), exportsOf(file.text)];
    const lines = [
      ...[...should].filter((key) => !has.has(key)).map((key) => `${name}: no story for the state ${key}`),
      ...[...has]
        .filter((key) => !should.has(key))
        .map((key) => `${name}: a story for ${key}, which no event reaches any more`),
    ];
    return lines.length > 0 ? lines : [`${name}: differs from what would be written`];
  });
  const surplus = written
    .filter(({ name }) => !wanted.some((file) => file.name === name))
    .map(({ name }) => `${name}: no such machine`);
  return [...missing, ...surplus];
}
