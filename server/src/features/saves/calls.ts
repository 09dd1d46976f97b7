import type { Handlers } from '../../platform/http/gate.ts';
import { joinJsonList, JsonAnswer } from '../../platform/http/json-answer.ts';
import type { Platform } from '../../platform/platform.ts';
import { addReaderState } from '../posts/rules.ts';
import { findSavedPage } from './queries.ts';
import { setSaved } from './rules.ts';

export const savesCalls = (platform: Platform): Handlers<'toggle_save_post' | 'get_saved_posts'> => ({
  toggle_save_post: ({ input, actor }) => platform.transaction((tx) => setSaved(tx, actor, input)),
  get_saved_posts: async ({ input, actor }) =>
    new JsonAnswer<'get_saved_posts'>(
      joinJsonList(
        await addReaderState(platform.database, actor.id, await findSavedPage(platform.database, actor.id, input)),
      ),
    ),
});
