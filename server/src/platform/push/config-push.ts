import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { StartRefused } from '../errors/start-refused.ts';
import { vapidPublicKey } from './vapid.ts';

/** A key of Google Cloud, as its console hands it out. */
const serviceAccount = z.object({
  project_id: z.string().regex(/^[\w:.-]+$/),
  client_email: z.string(),
  private_key: z.string(),
  token_uri: z.url({ protocol: /^https?$/ }).default('https://oauth2.googleapis.com/token'),
});
export type ServiceAccount = z.output<typeof serviceAccount>;

export type PushConfig = {
  /** The private VAPID key; if it is not given, one is made once and kept in the database. */
  vapidPrivateKey: string | undefined;
  /** The address that push services write to about this server; PUBLIC_URL if it is https. */
  vapidSubject: string | undefined;
  /** Push services besides those of the browsers. */
  pushHosts: string[];
  fcmAccount: ServiceAccount | undefined;
  fcmUrl: string;
};

const isHost = (name: string): boolean => /^(\*\.)?([a-z\d-]+\.)+[a-z][a-z\d-]*$/.test(name);

const hostsOf = (list: string): string[] => list.split(',').map((host) => host.trim().toLowerCase());

/** The variables of push, as the environment has them. */
export const pushVariables = {
  VAPID_PUBLIC_KEY: z.string(),
  VAPID_PRIVATE_KEY: z.string().regex(/^[\w-]{43}$/, { error: 'must be 32 bytes as base64url' }),
  VAPID_SUBJECT: z.string().regex(/^(mailto:[^\s@<>,]+@[^\s@<>,]+|https:\/\/[^\s/]\S*)$/, {
    error: 'must be one address, such as mailto:admin@lapau.example or https://lapau.example',
  }),
  PUSH_HOSTS: z.string().refine((list) => hostsOf(list).every(isHost), {
    error: 'must be names of hosts, such as push.example or *.push.example, separated by commas',
  }),
  FCM_SERVICE_ACCOUNT: z.string(),
  FCM_URL: z.url({ protocol: /^https?$/, error: 'must be a URL' }),
};

type Variables = { [Name in keyof typeof pushVariables]?: string | undefined };

/** @throws StartRefused when the keys do not belong together, or the service account cannot be read */
export function readPushConfig(env: Variables): PushConfig {
  if ((env.VAPID_PUBLIC_KEY === undefined) !== (env.VAPID_PRIVATE_KEY === undefined)) {
    throw new StartRefused('Wrong configuration:\n  VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY go together');
  }
  if (env.VAPID_PRIVATE_KEY !== undefined && !isPair(env.VAPID_PRIVATE_KEY, env.VAPID_PUBLIC_KEY)) {
    throw new StartRefused('Wrong configuration:\n  VAPID_PUBLIC_KEY is not that of VAPID_PRIVATE_KEY');
  }
  return {
    vapidPrivateKey: env.VAPID_PRIVATE_KEY,
    vapidSubject: env.VAPID_SUBJECT,
    pushHosts: env.PUSH_HOSTS === undefined ? [] : hostsOf(env.PUSH_HOSTS),
    fcmAccount: env.FCM_SERVICE_ACCOUNT === undefined ? undefined : readAccount(env.FCM_SERVICE_ACCOUNT),
    fcmUrl: new URL(env.FCM_URL ?? 'https://fcm.googleapis.com').origin,
  };
}

function isPair(privateKey: string, publicKey: string | undefined): boolean {
  try {
    return vapidPublicKey(privateKey) === publicKey;
  } catch {
    return false;
  }
}

function readAccount(file: string): ServiceAccount {
  try {
    return serviceAccount.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new StartRefused('Wrong configuration:\n  FCM_SERVICE_ACCOUNT must name the JSON file of a service account', {
      cause: error,
    });
  }
}
