import { calls } from '@lapau/contract/calls';
import type { CallInput, CallName } from '@lapau/contract/calls';
import {
  buildAppeal,
  buildAppealToken,
  buildApplication,
  buildAvailabilityChange,
  buildBanner,
  buildComment,
  buildConversation,
  buildDecision,
  buildFile,
  buildMember,
  buildMessage,
  buildPassword,
  buildPost,
  buildRecoveryCode,
  buildReport,
  buildSeller,
  buildWarung,
} from './builders.ts';
import type { BuiltMember, BuildTarget } from './builders.ts';

type MakeInput<Name extends CallName> = (
  server: BuildTarget,
  actor: BuiltMember,
) => CallInput<Name> | Promise<CallInput<Name>>;

const photosOf = async (server: BuildTarget, { id }: { id: string }) => [
  (await buildFile(server, { uploaded_by: id })).path,
];

const bannerPicture = async (server: BuildTarget, adminId: string) => {
  const path = `promo_banners/${crypto.randomUUID()}.webp`;
  await buildFile(server, { uploaded_by: adminId, bucket: 'avatars', path });
  return path;
};
const anyBanner = async (server: BuildTarget, adminId: string) =>
  (await buildBanner(server, { image_url: await bannerPicture(server, adminId), is_active: false })).id;

/** A message that somebody else has sent to the actor. */
const incomingMessage = async (server: BuildTarget, userId: string) => {
  const { id, user2_id } = await buildConversation(server, { user1_id: userId });
  return buildMessage(server, { conversation_id: id, sender_id: user2_id });
};

/** Calls that may be made without any input, which the table below need not have. */
type WithoutInput = { [Name in CallName]: Record<string, never> extends CallInput<Name> ? Name : never }[CallName];

const makers: { [Name in Exclude<CallName, WithoutInput>]: MakeInput<Name> } & {
  [Name in WithoutInput]?: MakeInput<Name>;
} = {
  get_signals: () => ({ topics: ['feed'], age_ms: 0 }),
  get_link_account: () => ({ link: 'resetPassword', token: 'x' }),
  get_sign_up_state: () => ({ waiting: ['x'] }),
  create_first_admin: () => ({ token: 'x', full_name: 'Admin', email: 'a@lapau.test', password: 'rahasia' }),
  change_password: async (server, actor) => ({
    old_password: await buildPassword(server, actor),
    new_password: 'lebih rahasia',
  }),
  reset_password_with_code: async (server) => ({
    code: await buildRecoveryCode(server, await buildMember(server)),
    new_password: 'lebih rahasia',
  }),
  end_session: () => ({ session_id: crypto.randomUUID() }),
  update_profile: (_server, { id }) => ({
    full_name: `Reni ${id.slice(-8)}`,
    address: '',
    nagari: 'Sialang',
    kecamatan: 'Kapur IX',
    phone: '',
  }),
  update_avatar: async (server, { id }) => {
    const path = `${id}/profile_avatar.webp`;
    await buildFile(server, { uploaded_by: id, bucket: 'avatars', path });
    return { path };
  },
  delete_account: async (server, actor) => ({ password: await buildPassword(server, actor) }),
  set_quick_replies: () => ({ texts: ['Masih ada', 'Tunggu sebentar'], version: 0 }),
  update_app_setting: () => ({ key_to_update: 'footer_credit_text', value_to_update: 'Dibuat di nagari' }),
  search_posts: () => ({ search_term: 'rendang' }),
  search_warungs: () => ({ search_term: 'itam' }),
  add_spellings: () => ({ alike: [`rendang ${crypto.randomUUID().slice(0, 8)}`, 'randang lamo'] }),
  delete_spellings: () => ({ spellings_id: crypto.randomUUID() }),
  create_banner: async (server, { id }) => ({ image_url: await bannerPicture(server, id) }),
  update_banner: async (server, { id }) => ({
    banner_id: await anyBanner(server, id),
    image_url: await bannerPicture(server, id),
  }),
  set_banner_active: async (server, { id }) => ({ banner_id: await anyBanner(server, id), active: false }),
  delete_banner: async (server, { id }) => ({ banner_id: await anyBanner(server, id) }),
  create_post: async (server, actor) => ({
    id: crypto.randomUUID(),
    food_name: 'Gulai Paku',
    price: '10.000',
    images: await photosOf(server, actor),
  }),
  create_admin_post: async (server, actor) => ({
    id: crypto.randomUUID(),
    food_name: 'Alek Nagari',
    images: await photosOf(server, actor),
  }),
  get_post_details: async (server) => ({ p_post_id: (await buildPost(server)).id }),
  get_link_preview: async (server) => ({ path: `/post/${(await buildPost(server)).id}` }),
  delete_post: async (server, { id, role }) => {
    const owner = role === 'admin' ? (await buildSeller(server)).id : id;
    return { post_id: (await buildPost(server, { user_id: owner })).id };
  },
  set_posts_open: async (server, { id }) => ({
    post_ids: [(await buildPost(server, { user_id: id })).id],
    is_open: false,
  }),
  get_my_post: async (server, { id }) => ({ post_id: (await buildPost(server, { user_id: id })).id }),
  update_post: async (server, { id }) => {
    const post = await buildPost(server, { user_id: id });
    return { post_id: post.id, food_name: 'Gulai Paku', price: '12.000', images: post.images, version: post.version };
  },
  renew_post: async (server, { id }) => {
    await buildWarung(server, { id });
    const post = await buildPost(server, { user_id: id, created_at: new Date(Date.now() - 2 * 86_400_000) });
    return { post_id: post.id, created_at: post.created_at.toISOString() };
  },
  cook_again: async (server, { id }) => {
    await buildWarung(server, { id });
    const post = await buildPost(server, { user_id: id });
    return { dishes: [{ id: post.id, created_at: post.created_at.toISOString() }] };
  },
  undo_posts_open: async (server, { id }) => ({ undo_id: await buildAvailabilityChange(server, id) }),
  toggle_like: async (server) => ({ post_id_to_toggle: (await buildPost(server)).id }),
  toggle_save_post: async (server) => ({ post_id_to_toggle: (await buildPost(server)).id }),
  get_saved_posts: async (server, { id }) => {
    await server.db
      .insertInto('saved_posts')
      .values({ user_id: id, post_id: (await buildPost(server)).id })
      .execute();
    return {};
  },
  get_comments_for_post: async (server) => ({ p_post_id: (await buildComment(server)).post_id }),
  add_comment: async (server) => {
    const parent = await buildComment(server);
    return {
      id: crypto.randomUUID(),
      post_id_to_comment_on: parent.post_id,
      comment_content: 'Lamak!',
      parent_comment_id: parent.id,
    };
  },
  delete_comment: async (server, { id, role }) => {
    const author = role === 'admin' ? (await buildMember(server)).id : id;
    return { comment_id: (await buildComment(server, { user_id: author })).id };
  },
  create_report: async (server) => ({ reported_post_id: (await buildPost(server)).id, reason: 'Bukan makanan' }),
  report_comment: async (server) => ({ reported_comment_id: (await buildComment(server)).id, reason: 'Kata kasar' }),
  report_message: async (server, { id }) => ({ message_id: (await incomingMessage(server, id)).id, reason: 'Menipu' }),
  get_message_report: async (server) => {
    const message = await buildMessage(server);
    const report = await server.db
      .insertInto('reports')
      .values({ reported_message_id: message.id, reason: 'Menipu' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await server.db
      .insertInto('reported_messages')
      .values({
        report_id: report.id,
        sequence: message.sequence,
        sender_name: 'Warga',
        content: message.content,
        sent_at: message.created_at,
        is_reported: true,
      })
      .execute();
    return { report_id: report.id };
  },
  get_user_conversations: async (server, { id }) => {
    await incomingMessage(server, id);
    return {};
  },
  get_conversation_details: async (server, { id }) => ({
    p_conversation_id: (await incomingMessage(server, id)).conversation_id,
  }),
  get_messages: async (server, { id }) => ({ conversation_id: (await incomingMessage(server, id)).conversation_id }),
  sync_messages: async (server, { id }) => ({
    conversation_id: (await incomingMessage(server, id)).conversation_id,
    after_sequence: 0,
  }),
  subscribe_push: () => ({ fcm_token: crypto.randomUUID() }),
  unsubscribe_push: () => ({ fcm_token: crypto.randomUUID() }),
  send_message: async (server, { id }) => ({
    id: crypto.randomUUID(),
    p_conversation_id: (await incomingMessage(server, id)).conversation_id,
    p_content: 'Pesan dua bungkus ya.',
    post_id: (await buildPost(server)).id,
  }),
  get_own_message: async (server, { id }) => ({ message_id: (await incomingMessage(server, id)).id }),
  mark_conversation_read: async (server, { id }) => ({
    conversation_id: (await incomingMessage(server, id)).conversation_id,
    sequence: 1,
  }),
  mark_message_read: async (server, { id }) => ({ message_id: (await incomingMessage(server, id)).id }),
  delete_message: async (server, { id }) => {
    const { conversation_id } = await incomingMessage(server, id);
    return { message_id: (await buildMessage(server, { conversation_id, sender_id: id })).id };
  },
  open_conversation: async (server) => ({ recipient_id: (await buildSeller(server)).id }),
  set_block: async (server) => ({ person_id: (await buildMember(server)).id, blocked: true }),
  get_blocked_people: async (server, { id }) => {
    await server.db
      .insertInto('blocks')
      .values({ blocker_id: id, blocked_id: (await buildMember(server)).id, blocked_name: 'Reni' })
      .execute();
    return {};
  },
  toggle_user_suspension: async (server) => ({ user_id_to_toggle: (await buildMember(server)).id }),
  update_user_by_admin: async (server) => {
    const { id, email } = await buildMember(server);
    return { user_id_to_update: id, new_full_name: 'Reni Marlina', new_email: email };
  },
  request_recovery_code: async (server) => ({
    user_id: (await buildMember(server, { admin_until: new Date() })).id,
  }),
  create_recovery_code: async (server) => ({ user_id: (await buildMember(server)).id }),
  get_warung_by_admin: async (server) => ({ warung_id: (await buildSeller(server)).id }),
  update_warung_by_admin: async (server) => ({
    warung_id: (await buildSeller(server)).id,
    name: 'Lapau Mak Itam',
    version: 1,
  }),
  get_warung_menu_by_admin: async (server) => ({ warung_id: (await buildPost(server)).user_id }),
  create_warung_post: async (server) => {
    const { id } = await buildSeller(server);
    return { id: crypto.randomUUID(), warung_id: id, food_name: 'Gulai Paku', images: await photosOf(server, { id }) };
  },
  update_post_by_admin: async (server) => ({
    post_id: (await buildPost(server)).id,
    food_name: 'Gulai Paku',
    price: '12.000',
    is_open: true,
    version: 1,
  }),
  get_warung: async (server) => ({ warung_id: (await buildSeller(server)).id }),
  get_warung_menu: async (server) => ({ warung_id: (await buildPost(server)).user_id }),
  update_my_warung: async (server, { id }) => {
    await buildWarung(server, { id });
    return { name: 'Lapau Mak Itam', closes_nightly: false, version: 1 };
  },
  update_warung_avatar: async (server, { id }) => {
    await buildWarung(server, { id });
    const path = `${id}/warung_avatar.webp`;
    await buildFile(server, { uploaded_by: id, bucket: 'avatars', path });
    return { path };
  },
  set_warung_open: async (server, { id }) => {
    await buildWarung(server, { id });
    return { is_open: true };
  },
  submit_application: async (server, { id }) => {
    const path = `${id}/warung_avatar.webp`;
    await buildFile(server, { uploaded_by: id, bucket: 'avatars', path });
    const [sample = ''] = await photosOf(server, { id });
    return {
      id: crypto.randomUUID(),
      warung_name: 'Lapau Mak Itam',
      phone_number: '0810-0000-0011',
      street: 'Jorong Koto Tinggi',
      nagari: 'Muaro Paiti',
      kecamatan: 'Kapur IX',
      city: 'Lima Puluh Kota',
      province: 'Sumatera Barat',
      warung_avatar_url: path,
      sample_menu_image_url: sample,
    };
  },
  get_my_application: async (server, { id }) => {
    await buildApplication(server, { user_id: id });
    return {};
  },
  get_pending_applications: async (server) => {
    await buildApplication(server);
    return {};
  },
  approve_seller_application: async (server) => ({ application_id: (await buildApplication(server)).id }),
  reject_seller_application: async (server) => ({ application_id: (await buildApplication(server)).id }),
  record_view: async (server) => {
    const { id, user_id } = await buildPost(server);
    return { warung_id: user_id, post_id: id };
  },
  get_warung_stats: async (server, { id }) => {
    await buildWarung(server, { id });
    return {};
  },
  toggle_warung_suspension: async (server) => ({ warung_id: (await buildSeller(server)).id }),
  get_pending_reports: async (server) => {
    await buildReport(server);
    return {};
  },
  handle_report: async (server) => ({
    p_report_id: (await buildReport(server)).id,
    p_action: 'resolve_and_delete',
    reason_key: 'spam',
  }),
  delete_user_by_admin: async (server) => ({ user_id_to_delete: (await buildMember(server)).id }),
  undo_decision: async (server, admin) => {
    // An undo is taken for ten seconds, and a slow test sends it later: the decision is dated ahead, by less than the minute
    // beyond which it would count as never noted (D110).
    const created_at = new Date(Date.now() + 50_000);
    return { decision_id: (await buildDecision(server, admin, { created_at })).id };
  },
  submit_appeal: async (server) => {
    const person = await buildMember(server, { is_suspended: true });
    await buildDecision(server, person, {
      subject_type: 'user',
      subject_id: person.id,
      action: 'suspend',
      user_id: person.id,
    });
    return { token: await buildAppealToken(server, person), appeal_text: 'Saya tidak tahu aturannya.' };
  },
  appeal_removal: async (server, { id }) => {
    const about = { subject_type: 'post' as const, subject_id: crypto.randomUUID(), action: 'remove' as const };
    const decision = await buildDecision(server, { id }, { ...about, user_id: id });
    return { decision_id: decision.id, appeal_text: 'Foto itu milik saya.' };
  },
  get_my_appeal: async (server, { id }) => {
    const about = { subject_type: 'post' as const, subject_id: crypto.randomUUID(), action: 'remove' as const };
    return { decision_id: (await buildDecision(server, { id }, { ...about, user_id: id })).id };
  },
  get_pending_appeals: async (server) => {
    await buildAppeal(server);
    return {};
  },
  decide_appeal: async (server) => ({ appeal_id: (await buildAppeal(server)).id, accepted: true }),
  get_audit_log: () => ({ action: 'handle_report' }),
  preview_decision: async (server) => ({
    subject_type: 'user',
    subject_id: (await buildSeller(server)).id,
    action: 'suspend',
  }),
  delete_warung_by_admin: async (server) => ({ warung_id: (await buildSeller(server)).id }),
};

const names = Object.keys(calls) as CallName[];

/** For each call an input that succeeds for an actor who may make it. Where possible, its subject belongs to somebody else. */
export const callInputs = Object.fromEntries(names.map((name) => [name, makers[name] ?? (() => ({}))])) as {
  [Name in CallName]: MakeInput<Name>;
};
