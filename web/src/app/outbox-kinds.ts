/*
 * Every kind of change is imported here and so registered with the outbox, as an earlier page may have left changes of any. The code is
 * loaded at rest (outbox-sender.ts).
 */
import '../features/chat/api-actions.ts';
import '../features/chat/api-sending.ts';
import '../features/comments/api.ts';
import '../features/comments/composer/sending-comments.ts';
import '../features/likes/api.ts';
import '../features/notifications/api.ts';
import '../features/posts/api-cook-again.ts';
import '../features/posts/api-deletions.ts';
import '../features/posts/api-menu.ts';
import '../features/posts/composer/sending-dishes.ts';
import '../features/push/api.ts';
import '../features/reports/api.ts';
import '../features/saves/api.ts';
import '../features/warungs/api-own.ts';
