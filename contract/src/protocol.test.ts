import { expect, test } from 'vitest';
import { oldestProtocol, protocol } from './protocol.ts';

test('the app of the release before is answered', () => {
  expect(oldestProtocol).toBeLessThanOrEqual(Math.max(1, protocol - 1));
});
