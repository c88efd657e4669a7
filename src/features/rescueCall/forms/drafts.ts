import * as z from 'zod';
import { rememberedForUser, type RememberingStorage } from '../../../parts/drafts/keptForUser.ts';
import type { OpenStep, OrderStep } from './openSteps.ts';
import { deskActions, isPress, type FormEvent } from '../rescueActions.ts';

/** The values typed into a form, by field. */
export type DraftValues = Readonly<Record<string, string | number | boolean | null>>;

/** Keeps the values typed for a call until they are submitted, also when the page is left or reloaded; they go with the tab and at logout. */
export interface DraftStore {
  /** The forms that were open, with what order. */
  readonly openSteps: () => readonly OpenStep[];
  readonly keepOpenSteps: (steps: readonly OpenStep[]) => void;
  /** Undefined where nothing was typed. */
  readonly read: (step: OpenStep) => DraftValues | undefined;
  /** Anything but text, numbers and choices is left out. */
  readonly keep: (step: OpenStep, values: Readonly<Record<string, unknown>>) => void;
  readonly drop: (step: OrderStep) => void;
}

const storageKey = 'deskDrafts';
const valueSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const valuesSchema = z.record(z.string(), valueSchema);
const keptSchema = z.object({
  open: z.array(z.object({ orderId: z.number().int().positive(), event: z.string() })),
  values: z.record(z.string(), valuesSchema),
});
type Kept = z.infer<typeof keptSchema>;

const isFormEvent = (event: string): event is FormEvent =>
  event !== 'rescue.accepted' && deskActions.some((action) => action.event === event && !isPress(action.event));

const keyOf = ({ orderId, event }: OrderStep): string => `${orderId} ${event}`;

/** The drafts of this user in this tab. What another user or another version kept is ignored. */
export function createDraftStore(storage: RememberingStorage, userId: number): DraftStore {
  const kept = rememberedForUser(storage, storageKey, keptSchema);
  const readAll = (): Kept => kept.read(userId) ?? { open: [], values: {} };
  const change = (changed: Partial<Kept>): void => kept.write(userId, { ...readAll(), ...changed });
  return {
    openSteps: () =>
      readAll().open.flatMap(({ orderId, event }): OpenStep[] => (isFormEvent(event) ? [{ orderId, event }] : [])),
    keepOpenSteps: (steps) => change({ open: steps.map(({ orderId, event }) => ({ orderId, event })) }),
    read: (step) => readAll().values[keyOf(step)],
    keep(step, values) {
      const known = Object.entries(values).flatMap(([name, value]) => {
        const parsed = valueSchema.safeParse(value);
        return parsed.success ? [[name, parsed.data] as const] : [];
      });
      change({ values: { ...readAll().values, [keyOf(step)]: Object.fromEntries(known) } });
    },
    drop(step) {
      const { [keyOf(step)]: _dropped, ...values } = readAll().values;
      change({ values });
    },
  };
}
