import { useState } from 'react';
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom';
import { screen, within } from 'storybook/test';
import { createRescueCall } from './index.ts';
import type { DeskServer } from './rescueCallDeps.fixtures.ts';

/** Shows the address, which stories assert on; no sighted reader needs it. */
function Address() {
  return (
    <output hidden data-testid="address">
      {useLocation().search}
    </output>
  );
}

/** Goes where the alarm dialog goes after an answer: to the handling of a lift's call. No reader needs it. */
function AlarmAnswered({ elevatorId }: { elevatorId: number }) {
  const navigate = useNavigate();
  return (
    <button
      hidden
      data-testid="answered"
      onClick={() => void navigate(`/alarm-center?elevator_id=${elevatorId}&handle=1`)}
    />
  );
}

/** The whole page with its streams, over a server in memory. `otherPage` leaves it, and comes back. */
export function LivePage({ server, address, answers = 0 }: { server: DeskServer; address: string; answers?: number }) {
  const [RescueCallPage] = useState(() => createRescueCall(server.deps));
  const [isLeft, setLeft] = useState(false);
  return (
    <MemoryRouter initialEntries={[`/alarm-center${address}`]}>
      <div data-behind-dialogs="">{!isLeft && <RescueCallPage />}</div>
      <Address />
      <button hidden data-testid="otherPage" onClick={() => setLeft(!isLeft)} />
      <AlarmAnswered elevatorId={answers} />
    </MemoryRouter>
  );
}

/** The address of the page in sight. */
export const address = (): string => screen.getByTestId('address').textContent ?? '';
/** The desk of this order, once it is drawn. */
export const desk = async (id: number) =>
  within(await screen.findByRole('region', { name: `救援单 ${id}` }, { timeout: 10_000 }));
