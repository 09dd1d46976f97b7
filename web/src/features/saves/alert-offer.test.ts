import type { FeedPost } from '@lapau/contract/posts';
import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { outbox } from '../../lib/outbox/page-outbox.ts';
import { toast } from '../../lib/screen/toast.ts';
import { partCodes } from '../../ui/waiting/lazy-part.tsx';
import { saves } from './api.ts';
import { offerAlert } from './components/alert-offer.ts';

// Nothing is sent: the code that sends does not come.
vi.mock('../../lib/outbox/page-outbox.ts', async () => {
  const { createOutbox } = await import('../../lib/outbox/outbox.ts');
  return { outbox: createOutbox(() => new Promise(() => {})) };
});

test('an alert is offered for a dish that is saved, and not once it has been removed again', () => {
  const offered = vi.spyOn(toast, 'info').mockImplementation(() => {});
  outbox.open('buyer', new QueryClient());
  const post = { id: 'dish' } as FeedPost;
  const save = (on: boolean) => saves.submit({ id: post.id, on, post, place: 'list' });
  offerAlert(post);
  save(true);
  offerAlert(post);
  expect(offered).toHaveBeenCalledTimes(2);
  outbox.close();
  outbox.open('buyer', new QueryClient());
  save(false);
  offerAlert(post);
  expect(offered).toHaveBeenCalledTimes(2);
});

test('the code of the offer is loaded in advance', async () => {
  await import('./components/save-button.tsx');
  await Promise.all(partCodes.map(({ code }) => code.load()));
  expect(partCodes.map(({ code }) => code.state())).toContainEqual({
    status: 'ready',
    code: expect.objectContaining({ offerAlert }),
  });
});
