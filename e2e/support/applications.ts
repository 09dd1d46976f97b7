import { buildApplication } from '../../server/src/testing/builders.ts';
import type { BuiltMember } from '../../server/src/testing/builders.ts';
import { uploadTo } from '../../server/src/testing/pictures.ts';
import type { Lapau } from '../../server/src/testing/stories.ts';
import { smallPhoto, storePhoto } from './photos.ts';

type Given = Omit<NonNullable<Parameters<typeof buildApplication>[1]>, 'user_id'>;

/** An application with photos that can be shown. */
export async function buildApplicationWithPhotos(lapau: Lapau, member: BuiltMember, given: Given = {}) {
  const { buffer } = await smallPhoto();
  const { body } = await uploadTo(lapau, `avatars/${member.id}/warung_avatar`, buffer, member);
  return buildApplication(lapau, {
    user_id: member.id,
    warung_avatar_url: body.path,
    sample_menu_image_url: await storePhoto(lapau, member),
    ...given,
  });
}
