import { phoneDateFault } from '../device/server-time.ts';

/** Tells a fault of the phone's date only while the phone believes to have a network: without one its date does not matter. */
const dateFault = (): ReturnType<typeof phoneDateFault> => (navigator.onLine ? phoneDateFault() : undefined);

/** Whether the phone's date is at fault, and not the signal. */
export const isDateWrong = (): boolean => dateFault() === 'wrong';

/** Advises what to check when nothing is answered, as the beginning of a sentence. */
export function signalAdvice(): string {
  const fault = dateFault();
  if (fault === 'wrong') return 'Periksa tanggal dan jam HP';
  return fault === 'doubtful' ? 'Periksa sinyal, juga tanggal dan jam HP' : 'Periksa sinyal Anda';
}

/** Writes a day by the phone's own calendar, so that it reads as on the phone. */
const phoneDay = new Intl.DateTimeFormat('id', { day: 'numeric', month: 'short', year: 'numeric' });

/** Advises in one line with the phone's date; undefined where the date is not at fault. */
export function dateAdvice(): string | undefined {
  const fault = dateFault();
  if (!fault) return undefined;
  const day = phoneDay.format(Date.now());
  return fault === 'wrong' ? `Periksa tanggal dan jam HP: ${day}.` : `Periksa sinyal, juga tanggal HP: ${day}.`;
}
