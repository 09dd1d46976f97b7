import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useSession } from './session.tsx';

function Reader() {
  return useSession().user?.id;
}

test('useSession throws outside of its provider', () => {
  expect(() => renderToString(<Reader />)).toThrow('useSession must be used within a SessionContextProvider');
});
