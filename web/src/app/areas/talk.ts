import type { PathIn } from '@lapau/contract/screens';
import type { ComponentType } from 'react';
import { BlockedScreen } from '../../features/chat/screens/blocked-screen.tsx';
import { ChatScreen } from '../../features/chat/screens/chat-screen.tsx';
import { ConversationsScreen } from '../../features/chat/screens/conversations-screen.tsx';
import { NewChatScreen } from '../../features/chat/screens/new-chat-screen.tsx';

export const components: Record<PathIn<'talk'>, ComponentType> = {
  '/profile/diblokir': BlockedScreen,
  '/conversations': ConversationsScreen,
  '/chat/new/:recipientId': NewChatScreen,
  '/chat/:conversationId': ChatScreen,
};
