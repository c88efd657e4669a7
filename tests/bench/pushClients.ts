import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

const answerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('done') }),
  z.object({
    kind: z.literal('figures'),
    deliveries: z.number(),
    missing: z.number(),
    p50Ms: z.number(),
    p99Ms: z.number(),
    maxMs: z.number(),
  }),
]);
export type ConsoleAnswer = z.infer<typeof answerSchema>;
/** Figures of the frames at all sockets: how many arrived, how many did not, and how long they took. */
export type ConsoleFigures = Extract<ConsoleAnswer, { kind: 'figures' }>;

export interface Consoles {
  ask(command: object): Promise<ConsoleAnswer>;
  stop(): void;
}

/** Starts the process full of consoles that `pushClients.run.ts` describes, without any console yet. */
export function startConsoles(): Consoles {
  const child = fork(fileURLToPath(new URL('./pushClients.run.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  });
  return {
    async ask(command) {
      const answered = once(child, 'message');
      child.send(command);
      const [answer] = await answered;
      return answerSchema.parse(answer);
    },
    stop() {
      child.kill();
    },
  };
}
