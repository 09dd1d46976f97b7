import { useState } from 'react';

/** Whether `open` has ever been true: a lazy overlay is loaded then, and stays for its closing motion. */
export function useOnceOpen(open: boolean): boolean {
  const [was, setWas] = useState(open);
  if (open && !was) setWas(true);
  return was || open;
}
