import type { PageServices, Services } from './services.ts';

export interface PublicPageProps {
  services: PageServices;
  /** The path after the prefix, decoded. */
  rest: string;
}

export interface EntrancePageProps {
  services: Services;
  /** Fetches the layout and its first page while the server still checks who comes in. */
  fetchStart: () => void;
}
