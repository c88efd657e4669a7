import { describe, expect, it } from 'vitest';
import { closeOrder, closeStep, openStep, reopenStep, toggleStep, type OpenStep } from './openSteps.ts';

const arrive: OpenStep = { orderId: 1, event: 'rescue.arrived' };
const release: OpenStep = { orderId: 1, event: 'rescue.released' };
const other: OpenStep = { orderId: 2, event: 'rescue.dispatched' };

describe('the forms that stand open at the desk', () => {
  it('keeps what is typed for another call, and one form for each', () => {
    expect(openStep(openStep(openStep([], arrive), other), release)).toEqual([other, release]);
  });

  it('closes a form by the key that opened it', () => {
    expect(toggleStep([arrive, other], arrive)).toEqual([other]);
    expect(toggleStep([arrive], release)).toEqual([release]);
  });

  it('leaves the next step open that I opened before the last one was answered', () => {
    expect(closeStep(openStep([arrive], release), arrive)).toEqual([release]);
  });

  it('opens a form again that is open already, so that it shows the calls ticked meanwhile', () => {
    const once = reopenStep([other], other);
    expect(once).toEqual([{ ...other, round: 1 }]);
    expect(reopenStep(once, other)).toEqual([{ ...other, round: 2 }]);
  });

  it('closes whatever is open for the order on Escape', () => {
    expect(closeOrder([release, other], 1)).toEqual([other]);
  });
});
