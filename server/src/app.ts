import { linkTarget } from '@lapau/contract/previews';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { adminUsersCalls, mountUserExport } from './features/admin-users/calls.ts';
import { adminUsersRetention } from './features/admin-users/jobs.ts';
import { userEffects } from './features/admin-users/rules-delete.ts';
import { adminWarungsCalls, mountWarungExport } from './features/admin-warungs/calls.ts';
import { warungEffects } from './features/admin-warungs/rules-delete.ts';
import { appealsCalls } from './features/appeals/calls.ts';
import { appealEffects } from './features/appeals/rules-decide.ts';
import type { LiftSuspension } from './features/appeals/rules-decide.ts';
import { noticeOfSuspension, undoAppeals } from './features/appeals/rules.ts';
import { applicationsCalls } from './features/applications/calls.ts';
import { applicationsFileColumns } from './features/applications/queries.ts';
import { applicationEffects } from './features/applications/rules-decide.ts';
import { auditCalls } from './features/audit/calls.ts';
import { auditRetention } from './features/audit/jobs.ts';
import { mountSignInForm } from './features/auth/calls-sign-in-form.ts';
import { mountAuth } from './features/auth/calls-sign-in.ts';
import { authCalls } from './features/auth/calls.ts';
import { authRetention, authWorkers } from './features/auth/jobs.ts';
import { authPage } from './features/auth/page.ts';
import { authChecks } from './features/auth/queries-checks.ts';
import { authFileColumns } from './features/auth/queries-people.ts';
import { sendMail } from './features/auth/rules-mails.ts';
import { createPasswordSignIn } from './features/auth/rules-password-sign-in.ts';
import { bannersCalls } from './features/banners/calls.ts';
import { bannersWorkers } from './features/banners/jobs.ts';
import { bannersFileColumns } from './features/banners/queries.ts';
import { chatCalls } from './features/chat/calls.ts';
import { chatChecks } from './features/chat/queries-checks.ts';
import { countUnreadMessages, findPushedMessage, findUnreadConversations } from './features/chat/queries.ts';
import { commentsCalls } from './features/comments/calls.ts';
import { commentsChecks } from './features/comments/queries-checks.ts';
import { decisionsCalls } from './features/decisions/calls.ts';
import { decisionsRetention, decisionsWorkers } from './features/decisions/jobs.ts';
import type { DecisionEffects } from './features/decisions/rules-undo.ts';
import { mountWeekExport, weeksCalls } from './features/desk/calls-weeks.ts';
import { deskCalls } from './features/desk/calls.ts';
import { deskRetention, deskWorkers } from './features/desk/jobs.ts';
import { addVisit } from './features/desk/queries.ts';
import { createLinkCounter } from './features/desk/rules-links.ts';
import { feedCalls } from './features/feed/calls.ts';
import { feedPage } from './features/feed/page.ts';
import { likesCalls } from './features/likes/calls.ts';
import { likesChecks } from './features/likes/queries-checks.ts';
import { notificationsCalls } from './features/notifications/calls.ts';
import { notificationsRetention } from './features/notifications/jobs.ts';
import { notificationsChecks } from './features/notifications/queries-checks.ts';
import { countUnreadOthers, findUnreadSubjects } from './features/notifications/queries.ts';
import { findPushedNotification } from './features/notifications/rules-list.ts';
import { postsCalls } from './features/posts/calls.ts';
import { postsRetention, postsWorkers } from './features/posts/jobs.ts';
import { postsPage } from './features/posts/page.ts';
import { postsChecks } from './features/posts/queries-checks.ts';
import { postsFileColumns } from './features/posts/queries.ts';
import { mountPreviews, previewsCalls } from './features/previews/calls.ts';
import { previewsPage } from './features/previews/page.ts';
import { mountExport, profileCalls } from './features/profile/calls.ts';
import { pushCalls } from './features/push/calls.ts';
import { pushWorkers } from './features/push/jobs.ts';
import { sendLastPush } from './features/push/rules-last.ts';
import type { PushContents } from './features/push/rules-send.ts';
import { sendPush } from './features/push/rules.ts';
import { mountReportExport, reportsCalls } from './features/reports/calls.ts';
import { reportsRetention } from './features/reports/jobs.ts';
import { reportsFileColumns } from './features/reports/queries.ts';
import { publishGoneReports, removeByAdmin, reportEffects } from './features/reports/rules-decide.ts';
import { savesCalls } from './features/saves/calls.ts';
import { savesWorkers } from './features/saves/jobs.ts';
import { searchCalls } from './features/search/calls.ts';
import { unusedSearchWords } from './features/search/jobs.ts';
import { searchChecks } from './features/search/queries-checks.ts';
import { settingsCalls } from './features/settings/calls.ts';
import { settingsPage } from './features/settings/page.ts';
import { settingsFileColumns } from './features/settings/queries.ts';
import { statsCalls } from './features/stats/calls.ts';
import { statsRetention } from './features/stats/jobs.ts';
import { suspensionsCalls } from './features/suspensions/calls.ts';
import { suspensionEffects, toggleSuspension } from './features/suspensions/rules.ts';
import { mountShortLinks, warungsCalls } from './features/warungs/calls.ts';
import { warungsWorkers } from './features/warungs/jobs.ts';
import { warungsPage } from './features/warungs/page.ts';
import { warungsFileColumns } from './features/warungs/queries.ts';
import { confirmOpen, openStall } from './features/warungs/rules-own.ts';
import { findUploadFolder } from './features/warungs/rules.ts';
import type { Sending } from './platform/backup/sending.ts';
import type { Check } from './platform/database/consistency.ts';
import type { FileColumn } from './platform/files/file-columns.ts';
import { mountAssetLinks } from './platform/http/asset-links.ts';
import { bootOf } from './platform/http/boot.ts';
import { createGate } from './platform/http/gate.ts';
import { mountHealth } from './platform/http/health.ts';
import { measureRequests } from './platform/http/measure-requests.ts';
import { mountMetrics } from './platform/http/metrics-route.ts';
import { mountOpenApi } from './platform/http/openapi.ts';
import type { PagePart } from './platform/http/page-parts.ts';
import { mountPages } from './platform/http/pages.ts';
import { realtimeCalls } from './platform/http/realtime-calls.ts';
import { mountSecurityText } from './platform/http/security-text.ts';
import { createHttpServer } from './platform/http/server.ts';
import { mountRealtime } from './platform/http/socket.ts';
import { mountStorage } from './platform/http/storage.ts';
import { webFilesRetention } from './platform/http/stored-web-files.ts';
import { limitCountsRetention } from './platform/limits/stored-limits.ts';
import type { FeatureParts, Platform } from './platform/platform.ts';
import { deletedIdsRetention } from './platform/transactions/once.ts';
import type { Retention } from './platform/transactions/retention.ts';
import { unsentSignalsRetention } from './platform/transactions/unsent-signals.ts';
import { checksumFill, fileSweep, filesRetention, fileWorkers } from './platform/workers/file-jobs.ts';
import { nightlyWorker } from './platform/workers/nightly.ts';
import { retentionTasks } from './platform/workers/nightly.ts';
import type { Worker } from './platform/workers/worker.ts';

/** What each kind of decision changes when it is undone and when it stands. */
export const decisionEffects: DecisionEffects = {
  ...appealEffects,
  ...applicationEffects,
  ...reportEffects,
  ...suspensionEffects,
  ...userEffects,
  ...warungEffects,
};

const moderation = { removeByAdmin, publishGoneReports };

const liftSuspension: LiftSuspension = async (tx, admin, suspended, reason) =>
  (await toggleSuspension(tx, admin, suspended, { suspended: false, reason })).decision;

/** The features that cause pushes tell by these what a push says and how much is unread. */
export const pushContents: PushContents = {
  message: ({ database }, userId, about) => findPushedMessage(database, userId, about),
  notification: ({ database }, userId, id) => findPushedNotification(database, userId, id),
  countUnread: async ({ database }, userId) =>
    (await countUnreadMessages(database, userId)) + (await countUnreadOthers(database.db, userId)),
  unreadConversations: ({ database }, userId) => findUnreadConversations(database, userId),
  unreadSubjects: ({ database }, userId) => findUnreadSubjects(database.db, userId),
};

/**
 * Puts the features on the platform.
 * @param options.checkAnswers validates every answer against the contract; for tests
 * @param options.webFolder where the built web app is, if not in web/dist
 * @param options.isBusy tells whether pages begin with the shell, if not by the load of the process
 * @param options.onRoute is called with every route
 */
export async function createApp(
  platform: Platform,
  options: {
    checkAnswers?: boolean;
    webFolder?: string | undefined;
    isBusy?: (() => boolean) | undefined;
    onRoute?: (route: RouteOptions) => void;
  } = {},
): Promise<FastifyInstance> {
  const app = await createHttpServer(platform.config, platform.log);
  measureRequests(app, platform.metrics);
  if (options.onRoute) app.addHook('onRoute', options.onRoute);
  const links = createLinkCounter(platform);
  app.addHook('onClose', links.store);
  const gate = createGate(app, platform, options.checkAnswers ?? false);
  const handlers = {
    ...adminUsersCalls(platform),
    ...appealsCalls(platform, { liftSuspension }),
    ...adminWarungsCalls(platform),
    ...applicationsCalls(platform),
    ...auditCalls(platform),
    ...authCalls(platform),
    ...bannersCalls(platform),
    ...chatCalls(platform, moderation),
    ...commentsCalls(platform, moderation),
    ...decisionsCalls(platform, { effects: decisionEffects, onUndone: undoAppeals }),
    ...deskCalls(platform, { links }),
    ...weeksCalls(platform),
    ...feedCalls(platform),
    ...likesCalls(platform),
    ...notificationsCalls(platform),
    ...postsCalls(platform, { ...moderation, confirmOpen, openStall }),
    ...previewsCalls(platform),
    ...profileCalls(platform),
    ...pushCalls(platform),
    ...realtimeCalls(platform),
    ...reportsCalls(platform),
    ...savesCalls(platform),
    ...searchCalls(platform),
    ...settingsCalls(platform),
    ...statsCalls(platform),
    ...suspensionsCalls(platform),
    ...warungsCalls(platform),
  };
  gate.mountCalls(handlers);
  const passwordSignIn = createPasswordSignIn(platform, { noticeOfSuspension });
  mountAuth(app, gate, platform, { ...passwordSignIn, countSignUp: links.countSignUp });
  mountExport(app, gate, platform);
  mountUserExport(app, gate, platform);
  mountWarungExport(app, gate, platform);
  mountReportExport(app, gate, platform);
  mountWeekExport(app, gate, platform);
  mountStorage(app, gate, platform, findUploadFolder);
  mountPreviews(app, gate, platform);
  mountShortLinks(app, gate, platform);
  await mountRealtime(app, platform);
  mountHealth(app, platform);
  mountMetrics(app, platform);
  mountAssetLinks(app, platform.config.androidCertificates);
  mountSecurityText(app, platform);
  mountOpenApi(app);
  const boot = bootOf(handlers, platform, pageParts);
  const { refuseForm } = await mountPages(app, platform, {
    boot: async (request, reply, address) => {
      const data = await boot(request, reply, address);
      if (data.get_link_preview && linkTarget(request.url)) links.countOpened(request);
      return data;
    },
    parts: pageParts,
    publicUrl: platform.publicUrl,
    isKeptOnDevices: platform.config.isKeptOnDevices,
    folder: options.webFolder,
    isBusy: options.isBusy,
  });
  mountSignInForm(app, gate, platform, { ...passwordSignIn, refuseForm });
  return app;
}

/** What the features put into pages. If two of them name a photo to load first, the one named earlier in this list wins. */
const pageParts: PagePart[] = [authPage, settingsPage, feedPage, postsPage, warungsPage, previewsPage];

/** Every feature's columns that refer to files: the sweep deletes a file that none of them refers to. */
export const fileColumns: FileColumn[] = [
  ...applicationsFileColumns,
  ...authFileColumns,
  ...bannersFileColumns,
  ...postsFileColumns,
  ...reportsFileColumns,
  ...settingsFileColumns,
  ...warungsFileColumns,
];

/** Every feature's checks of what its triggers keep exact. */
export const checks: Check[] = [
  ...authChecks,
  ...chatChecks,
  ...commentsChecks,
  ...likesChecks,
  ...notificationsChecks,
  ...postsChecks,
  ...searchChecks,
];

/** How long the rows of every feature's tables stay. */
export const retentions: Retention[] = [
  ...adminUsersRetention,
  ...auditRetention,
  ...authRetention,
  ...decisionsRetention,
  ...deskRetention,
  ...deletedIdsRetention,
  ...filesRetention,
  ...limitCountsRetention,
  ...notificationsRetention,
  ...postsRetention,
  ...reportsRetention,
  ...statsRetention,
  ...unsentSignalsRetention,
  ...webFilesRetention,
];

/** The jobs of every feature and of the platform, with what works on them. */
export const workers: Worker[] = [
  ...authWorkers,
  ...bannersWorkers,
  ...decisionsWorkers(decisionEffects),
  ...deskWorkers,
  ...fileWorkers,
  ...postsWorkers,
  ...pushWorkers(pushContents),
  ...savesWorkers,
  ...warungsWorkers,
  nightlyWorker([fileSweep, checksumFill, unusedSearchWords, ...retentionTasks(retentions)]),
];

/** What a restored Lapau would send by itself: the mails and pushes that wait, and pushes to the stored devices. */
export const sending: Sending = {
  jobs: [
    { name: sendMail.name, what: 'mails' },
    { name: sendPush.name, what: 'pushes' },
    { name: sendLastPush.name, what: 'pushes' },
  ],
  addresses: 'push_subscriptions',
};

export const featureParts: FeatureParts = { fileColumns, jobs: workers.map(({ job }) => job), addVisit };
