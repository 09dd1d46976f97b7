import type { MyPost } from '@lapau/contract/posts';
import { Dialog } from '../../../ui/dialog.tsx';
import { VersionConflict } from '../../../ui/version-conflict.tsx';
import { draftOfPost } from './draft.ts';
import type { Draft } from './draft.ts';

const labels = { food_name: 'Nama', price: 'Harga', description: 'Deskripsi', link_url: 'Tautan' } as const;

type PostConflictProps = {
  draft: Draft;
  theirs: MyPost;
  busy: boolean;
  onClose: () => void;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
};

/** A post as it is typed here and as another phone has stored it, to choose from (D70). */
export function PostConflict({ draft, theirs, onClose, ...choice }: PostConflictProps) {
  // Nothing is chosen by closing it: what is typed stays, and sending it again asks again.
  return (
    <Dialog open onClose={onClose} title="Postingan sudah berubah">
      <VersionConflict differences={differencesBetween(draft, theirs)} {...choice} />
    </Dialog>
  );
}

function differencesBetween(draft: Draft, post: MyPost) {
  const theirs = draftOfPost(post);
  const names = Object.keys(labels) as (keyof typeof labels)[];
  const texts = names
    .filter((name) => draft.texts[name].trim() !== theirs.texts[name])
    .map((name) => ({ label: labels[name], mine: draft.texts[name], theirs: theirs.texts[name] }));
  const photos = ({ photos: { length } }: Draft) => `${length} foto`;
  const isSame = draft.photos.map(({ id }) => id).join() === theirs.photos.map(({ id }) => id).join();
  return isSame ? texts : [...texts, { label: 'Foto', mine: photos(draft), theirs: photos(theirs) }];
}
