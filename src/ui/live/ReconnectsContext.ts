import { createContext } from 'react';

/** The number of times that the connection to the server has come back since the page was opened; 0 where no one watches it. */
export const ReconnectsContext = createContext(0);
