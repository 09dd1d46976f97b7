import { authRoutes } from '@lapau/contract/auth';
import type { RefusedSignIn } from '@lapau/contract/boot';
import { limits } from '@lapau/contract/limits';
import { returnPath } from '@lapau/contract/return-path';
import { id } from '@lapau/contract/text';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors/app-error.ts';
import { fieldErrors } from '../../platform/http/gate.ts';
import type { Gate } from '../../platform/http/gate.ts';
import { refuseForeignForm } from '../../platform/http/own-origin.ts';
import type { RefuseForm } from '../../platform/http/pages.ts';
import type { Platform } from '../../platform/platform.ts';
import type { PasswordSignIn } from './rules-password-sign-in.ts';

const fields = ['email', 'password', 'confirmation', 'code', 'csrf_token'] as const;
type Fields = Partial<Record<(typeof fields)[number], string>>;

/** Every field fits, however long its limit allows it to be and whatever a browser escapes in it. */
const maxFormBytes = 8 * 1024;

/**
 * Mounts what the form of /login sends by itself, in browsers that run no script and before the app's code has come. It signs in as
 * `/auth/sign-in/email` does. The answer leads to the path of `next`, or is the page of /login again, which tells the refusal.
 */
export function mountSignInForm(
  app: FastifyInstance,
  gate: Gate,
  { config, devices, publicUrl }: Pick<Platform, 'config' | 'devices' | 'publicUrl'>,
  { signInByPassword, refuseForm }: Pick<PasswordSignIn, 'signInByPassword'> & { refuseForm: RefuseForm },
): void {
  const { access, writes, input } = authRoutes['/auth/sign-in/email'];
  const onRequest = gate.guard({ access, writes, limitsItself: true });

  const leadBack = ({ url }: FastifyRequest, reply: FastifyReply) => {
    const path = returnPath(new URL(url, publicUrl).search);
    return reply.header('cache-control', 'no-store').redirect(path.replace(/[^!-~]+/g, encodeURIComponent), 303);
  };

  app.register(async (form) => {
    // No other route takes forms, as any page of the web may send one, and this one takes nothing else.
    form.removeAllContentTypeParsers();
    form.addContentTypeParser<string>('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
      done(null, readFields(body)),
    );
    form.setErrorHandler((error, request, reply) => {
      if (error instanceof AppError && error.code === 'already_signed_in') return leadBack(request, reply);
      const sent = (request.body ?? {}) as Fields;
      return refuseForm({ request, reply }, error, (envelope) => ({ refused_sign_in: toRefused(sent, envelope) }));
    });
    form.post('/login', { onRequest, bodyLimit: maxFormBytes }, async (request, reply) => {
      const { csrf_token: csrfToken, ...sent } = (request.body ?? {}) as Fields;
      refuseForeignForm(request, config.publicUrl, devices.hasToken(request.headers, csrfToken));
      const parsed = input.safeParse(sent);
      if (!parsed.success) throw new AppError('invalid_input', fieldErrors(parsed.error.issues));
      await signInByPassword(parsed.data, { request, reply });
      return leadBack(request, reply);
    });
  });
}

/** Reads the fields of the form, and nothing else that a browser may send with them. A field that is hidden may be empty. */
function readFields(body: string): Fields {
  const sent = new URLSearchParams(body);
  return Object.fromEntries(
    fields.flatMap((name) => {
      const value = sent.get(name);
      return value === null || (name === 'confirmation' && value === '') ? [] : [[name, value]];
    }),
  );
}

function toRefused({ email = '', confirmation }: Fields, error: RefusedSignIn['error']): RefusedSignIn {
  const sentFor = id.safeParse(confirmation);
  return { email: email.slice(0, limits.email), ...(sentFor.success && { confirmation: sentFor.data }), error };
}
