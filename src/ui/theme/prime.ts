/**
 * Every part that draws with PrimeReact imports this file first: its theme in our tokens, and its Chinese.
 * No other file has to remember either, and a page without such a part loads neither.
 */
import './prime.generated.css';
import './prime.css';
import { setUpLocale } from './setUpLocale.ts';

setUpLocale();
