import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SettingsProvider, useSettings } from './settings.tsx';

function Title() {
  return useSettings().site_title;
}

const titleWith = (client: QueryClient) =>
  renderToString(
    <QueryClientProvider client={client}>
      <SettingsProvider>
        <Title />
      </SettingsProvider>
    </QueryClientProvider>,
  );

test('useSettings throws outside of its provider', () => {
  expect(() => renderToString(<Title />)).toThrow('useSettings must be used within a SettingsProvider');
});

test('settings that are not set or not loaded have their defaults', () => {
  const client = new QueryClient();
  expect(titleWith(client)).toBe('Lapau');
  client.setQueryData(['settings'], [{ key: 'site_title', value: '' }]);
  expect(titleWith(client)).toBe('Lapau');
  client.setQueryData(['settings'], [{ key: 'site_title', value: 'Lapau Kapur IX' }]);
  expect(titleWith(client)).toBe('Lapau Kapur IX');
});
