/**
 * The path that a push message leads to.
 * @param data what the server has sent along: texts, as Firebase delivers no others
 */
export function pushTarget(data: Record<string, unknown> = {}): string {
  const { type, conversation_id: conversationId, post_id: postId } = data;
  if (type === 'new_message' && isId(conversationId)) return `/chat/${conversationId}`;
  return isId(postId) ? `/post/${postId}` : '/notifications';
}

const isId = (value: unknown): value is string => typeof value === 'string' && /^[\da-f-]{36}$/i.test(value);
