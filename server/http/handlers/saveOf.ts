import type { FieldErrors } from '../../../src/contract/envelope.ts';
import type { Principal } from '../../access/principal.ts';
import type { SignedInRequest } from '../handlers.ts';

interface SavingDesk<Input, Saved> {
  save(by: Principal, input: Input): Promise<Saved>;
  alsoWrong(by: Principal, entered: unknown): Promise<FieldErrors['errors']>;
}

/** The handler of a desk's save. An input that its schema refuses is told what else the desk would refuse. */
export const saveOf = <Input, Saved>(desk: SavingDesk<Input, Saved>) =>
  Object.assign((input: Input, { principal }: SignedInRequest) => desk.save(principal, input), {
    alsoWrong: (entered: unknown, by: Principal) => desk.alsoWrong(by, entered),
  });
