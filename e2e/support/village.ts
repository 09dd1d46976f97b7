import { buildAdmin, buildBanner, buildMember, buildPost, buildSeller } from '../../server/src/testing/builders.ts';
import type { BuiltMember } from '../../server/src/testing/builders.ts';
import { plainPicture, uploadTo } from '../../server/src/testing/pictures.ts';
import type { Lapau } from '../../server/src/testing/stories.ts';
import { buildApplicationWithPhotos } from './applications.ts';
import { storePhoto } from './photos.ts';
import type { Screen } from './screen-states.ts';

/** Fills the database so that every screen is as full as it gets: long names, five photos, large counts. @returns the people to sign in */
export async function buildVillage(lapau: Lapau): Promise<Record<NonNullable<Screen['as']>, { cookie: string }>> {
  const full_name = 'Siti Rahmawati Datuak Rajo Panghulu nan Panjang Namonyo';
  const nagari = 'Koto Lamo Muaro Paiti Sialang Durian Tinggi';
  const admin = await buildAdmin(lapau, { full_name: `Admin ${full_name}` });
  const penjual = await buildSeller(lapau, {
    profile: { full_name, nagari },
    warung: { name: 'Lapau Mak Itam Kadai Kopi Tigo Tungku Sajarangan Nan Lamo', bio: 'Buka sejak subuh. '.repeat(20) },
  });
  const pembeli = await buildMember(lapau, { full_name, nagari });
  await buildSeller(lapau, { warung: { is_suspended: true } });
  await buildSeller(lapau, { profile: { is_suspended: true } });
  await buildSeller(lapau, { profile: { role: 'pembeli' } });

  const images = await Promise.all(Array.from({ length: 5 }, () => storePhoto(lapau, penjual)));
  const long = 'Katupek Gulai Paku jo Pangek Danguang-Danguang Itiak Talua Balado Campua';
  const dishes = [
    { food_name: 'Gulai Baung', price: '25.000', images: images.slice(0, 1) },
    { food_name: 'Randang Dagiang', price: '22.000', images: images.slice(1, 3) },
    { food_name: 'Teh Talua', price: 'Gratis', images: images.slice(0, 1), is_open: false },
    { food_name: long, price: 'mulai Rp 5.000 sampai Rp 150.000', images: images.slice(0, 3) },
    { food_name: long, price: '1250000', images, description: 'Lamak bana, bumbunyo maraso. '.repeat(30) },
  ];
  const posts = [];
  for (const dish of dishes) posts.push(await buildPost(lapau, { ...dish, user_id: penjual.id }));
  const [newest] = posts.toReversed();
  if (!newest) throw new Error('There is no dish.');

  for (const post of posts) await lapau.call('toggle_save_post', { post_id_to_toggle: post.id }, pembeli);
  const comment = async (author: BuiltMember, comment_content: string, parent_comment_id?: string) =>
    lapau.call('add_comment', { post_id_to_comment_on: newest.id, comment_content, parent_comment_id }, author);
  const parent = await comment(pembeli, 'Lamak! '.repeat(40));
  await comment(admin, 'Apakah bisa diantar?');
  await comment(penjual, 'Tarimo kasih!', parent.id);
  await lapau.call('toggle_like', { post_id_to_toggle: newest.id }, pembeli);

  const warung_name = 'Rumah Makan Sederhana Pondok Bambu Lubuak Alai Permai Sejahtera Bersama Keluarga';
  const warung_description = 'Masakan rumah, buka sejak subuh. '.repeat(10);
  for (const age of [2, 30]) {
    const created_at = new Date(Date.now() - age * 3_600_000);
    const applicant = await buildMember(lapau, { full_name });
    await buildApplicationWithPhotos(lapau, applicant, { warung_name, warung_description, created_at });
  }

  await buildTalk(lapau, { buyer: pembeli, cook: penjual, postId: newest.id });

  const reason = 'Foto ini milik warung lain, dan harganya tidak benar. '.repeat(6);
  for (const reporter of [pembeli, await buildMember(lapau, { full_name }), await buildMember(lapau), admin]) {
    await lapau.call('create_report', { reported_post_id: newest.id, reason }, reporter);
  }
  await lapau.call('report_comment', { reported_comment_id: parent.id, reason }, penjual);

  const picture = await plainPicture(400, 100).png().toBuffer();
  const { body } = await uploadTo(lapau, `avatars/promo_banners/${crypto.randomUUID()}`, picture, admin);
  await buildBanner(lapau, { image_url: body.path, link_url: 'https://pasar.example/' });
  const key_to_update = 'announcement_text';
  await lapau.call(
    'update_app_setting',
    { key_to_update, value_to_update: 'Gotong royong hari Minggu. '.repeat(9) },
    admin,
  );
  return { admin, penjual, pembeli };
}

/** A conversation with all kinds of messages, the last ones unread by the buyer. */
async function buildTalk(
  lapau: Lapau,
  { buyer, cook, postId }: { buyer: BuiltMember; cook: BuiltMember; postId: string },
): Promise<void> {
  const { id } = await lapau.call('open_conversation', { recipient_id: cook.id }, buyer);
  const send = (sender: BuiltMember, p_content: string, post_id?: string) =>
    lapau.call('send_message', { p_conversation_id: id, p_content, post_id }, sender);
  await send(buyer, 'Masih ada? Saya mau tiga bungkus untuk nanti sore.', postId);
  await send(cook, 'Masih. '.repeat(30));
  await send(buyer, 'Lihat https://pasar.example/a, ya.');
  await send(cook, 'Ya');
  const [last] = await send(cook, 'x'.repeat(200));
  if (last) await lapau.call('report_message', { message_id: last.id, reason: 'Menipu' }, buyer);
}
