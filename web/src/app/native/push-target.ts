/**
 * The path that a push message leads to: a chat, a post, or what the server names.
 * @param data what the server has sent along
 */
export function pushTarget(data: Record<string, unknown> = {}): string {
  const { type, conversation_id: conversationId, post_id: postId, url } = data;
  if (type === 'new_message' && isId(conversationId)) return `/chat/${conversationId}`;
  if (isId(postId)) return `/post/${postId}`;
  return isPath(url) ? url : '/notifications';
}

const isId = (value: unknown): value is string => typeof value === 'string' && /^[\da-f-]{36}$/i.test(value);

/** Whether a text is a path of this site; two slashes would begin another site. */
const isPath = (value: unknown): value is string => typeof value === 'string' && /^\/(?!\/)/.test(value);
