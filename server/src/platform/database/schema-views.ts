import type { DecisionAction, DecisionSubject } from '@lapau/contract/decisions';
import type { Read } from '@lapau/contract/known';
import type { NotificationType } from '@lapau/contract/notifications';
import type { Role } from '@lapau/contract/roles';

type AllPeople = {
  id: string;
  full_name: string;
  email: string;
  phone: string;
  address: string;
  nagari: string;
  kecamatan: string;
  avatar_url: string | null;
  role: Read<Role>;
  admin_since: Date | null;
  admin_until: Date | null;
  recovery_counted_from: Date | null;
  is_suspended: boolean;
  suspension_reason: string;
  is_removed: boolean;
  version: number;
  created_at: Date;
  updated_at: Date;
  mail_refused_at: Date | null;
};

type AllStalls = {
  id: string;
  name: string;
  bio: string;
  address: string;
  avatar_url: string | null;
  phone_number: string;
  whatsapp_number: string;
  is_open: boolean;
  confirmed_at: Date | null;
  closes_nightly: boolean;
  short_code: string;
  version: number;
  is_suspended: boolean;
  suspension_reason: string;
  created_at: Date;
  updated_at: Date;
};

type DisplayedStalls = {
  id: string;
  name: string;
  bio: string;
  address: string;
  avatar_url: string | null;
  phone_number: string;
  whatsapp_number: string;
  is_open: boolean;
  confirmed_at: Date | null;
  closes_nightly: boolean;
  short_code: string;
  version: number;
  is_suspended: boolean;
  created_at: Date;
  updated_at: Date;
  nagari: string;
  owner_full_name: string;
  owner_email: string;
  owner_role: Read<Role>;
  owner_is_suspended: boolean;
  visible: boolean;
};

type DisplayedPeople = {
  id: string;
  name: string;
  nagari: string;
  avatar_url: string | null;
  is_warung: boolean;
  is_admin: boolean;
  visible: boolean;
};

type AllPosts = {
  id: string;
  user_id: string;
  food_name: string;
  price: string;
  images: string[];
  placeholders: string[];
  is_open: boolean;
  reopens_at: Date | null;
  is_admin_post: boolean;
  is_removed: boolean;
  visible: boolean;
  nagari_key: string;
  search_text: string;
  likes_count: number;
  comments_count: number;
  created_at: Date;
  first_posted_at: Date | null;
};

type AllComments = {
  id: string;
  post_id: string;
  user_id: string;
  parent_id: string | null;
  content: string;
  is_removed: boolean;
  visible: boolean;
  created_at: Date;
};

type AllDecisions = {
  id: string;
  number: number;
  subject_type: Read<DecisionSubject>;
  subject_id: string;
  action: Read<DecisionAction>;
  user_id: string | null;
  decided_by: string | null;
  decided_by_name: string;
  reason: string;
  created_at: Date;
  undone_at: Date | null;
  settled_at: Date | null;
};

/** The unread notifications that are shown to people. */
type UnreadNotifications = {
  id: string;
  user_id: string;
  type: Read<NotificationType>;
  post_id: string | null;
  /** The stall of dishes that are there again. */
  stall_id: string | null;
};

type RecoveryAdmins = { user_id: string; admin_id: string; full_name: string };

/** The views of migrations/repeatable/ that the query builder reads: what features read of each other's tables. */
export type SharedViews = {
  all_people: AllPeople;
  all_stalls: AllStalls;
  displayed_stalls: DisplayedStalls;
  displayed_people: DisplayedPeople;
  all_posts: AllPosts;
  all_comments: AllComments;
  all_decisions: AllDecisions;
  unread_notifications: UnreadNotifications;
  recovery_admins: RecoveryAdmins;
};
