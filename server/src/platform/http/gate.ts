import type { Access, CallShape } from '@lapau/contract/call';
import { calls } from '@lapau/contract/calls';
import type { CallName, CallOutput, Calls, ParsedInput } from '@lapau/contract/calls';
import { accountHeader } from '@lapau/contract/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { z } from 'zod';
import indonesian from 'zod/v4/locales/id.js';
import { AppError } from '../errors/app-error.ts';
import type { Platform } from '../platform.ts';
import { allows } from '../session/actor.ts';
import type { ActorOf, Member } from '../session/actor.ts';
import { addressOf } from './address.ts';
import { JsonAnswer } from './json-answer.ts';
import { refuseForeignSite } from './own-origin.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in person, set by the gate; null without a session. */
    member: Member | null;
  }
}

export type Request<Name extends CallName> = {
  input: ParsedInput<Name>;
  actor: ActorOf[Calls[Name]['access']];
  http: { request: FastifyRequest; reply: FastifyReply };
};
export type Handler<Name extends CallName> = (request: Request<Name>) => Promise<CallOutput<Name> | JsonAnswer<Name>>;
/** Each feature's calls.ts returns the handlers of its calls; app.ts compiles only when every call has one. */
export type Handlers<Names extends CallName> = { [Name in Names]: Handler<Name> };

export type Gate = {
  /**
   * Checks session, access and rate limit, for any route; the member is on the request afterwards.
   * @param options.tellsSuspended refuse a suspended person though the route needs no session. On other such routes they count as
   *   signed out: their browser keeps the cookie, and somebody else may want to sign in there
   * @param options.limitsItself the route counts its requests itself
   */
  guard: (options: {
    access: Access;
    writes: boolean;
    tellsSuspended?: boolean;
    limitsItself?: boolean;
  }) => onRequestAsyncHookHandler;
  /** Mounts POST /rpc/<name> for every call of the contract. */
  mountCalls: (handlers: Handlers<CallName>) => void;
};

// This gives messages for issues for which the schemas have none.
z.config(indonesian());

/**
 * The one gate: every route of the app passes it.
 * @param checkAnswers validates each answer against the contract's output; for tests
 */
export function createGate(
  app: FastifyInstance,
  { sessions, config, limits }: Pick<Platform, 'sessions' | 'config' | 'limits'>,
  checkAnswers: boolean,
): Gate {
  app.decorateRequest('member', null);

  const guard: Gate['guard'] =
    ({ access, writes, tellsSuspended = false, limitsItself = false }) =>
    async (request) => {
      if (writes) refuseForeignSite(request, config.publicUrl);
      const read = await sessions.read(request.headers);
      const needsNoSession = access === 'public' || access === 'guest';
      if (typeof read === 'string' && (tellsSuspended || !needsNoSession)) throw new AppError(read);
      const member = typeof read === 'string' ? null : read;
      const account = request.headers[accountHeader];
      // A client that asks whether there is a session does not know whose it is.
      if (member && account !== undefined && account !== member.id && !needsNoSession)
        throw new AppError('other_account');
      request.member = member;
      const allowed = allows(access, member);
      if (allowed !== true) throw new AppError(allowed);
      if (limitsItself) return;
      if (member === null) await limits.callsByAddress.take(addressOf(request));
      else await (writes ? limits.writesByMember : limits.readsByMember).take(member.id);
    };

  const mountCall = <Name extends CallName>(name: Name, handler: Handler<Name>) => {
    const { access, writes, perMinute, storesText, tellsSuspended, input, output }: CallShape = calls[name];
    const onRequest = [guard({ access, writes, ...(tellsSuspended && { tellsSuspended }) })];
    if (perMinute !== undefined) {
      const limit = limits.ofCall(name, perMinute);
      onRequest.push((request) => limit.take(request.member?.id ?? addressOf(request)));
    }
    app.post(`/rpc/${name}`, { onRequest }, async (request, reply) => {
      const parsed = input.safeParse(request.body ?? {});
      if (!parsed.success) throw new AppError('invalid_input', fieldErrors(parsed.error.issues));
      if (storesText && request.member !== null) {
        const bytes = Buffer.byteLength(JSON.stringify(request.body));
        await limits.textBytesByMember.take(request.member.id, bytes, 'too_much_text');
      }
      const answer = await handler({
        input: parsed.data as ParsedInput<Name>,
        actor: request.member as Request<Name>['actor'],
        http: { request, reply },
      });
      const text = answer instanceof JsonAnswer ? answer.text : JSON.stringify(answer);
      if (checkAnswers) output.parse(JSON.parse(text));
      return reply.type('application/json; charset=utf-8').header('cache-control', 'no-store').send(text);
    });
  };

  return {
    guard,
    mountCalls: (handlers) => {
      for (const name of Object.keys(calls) as CallName[]) mountCall(name, handlers[name] as Handler<CallName>);
    },
  };
}

/** Makes the `details` of invalid_input: the first fault of each field, in Indonesian. */
export function fieldErrors(
  issues: readonly { path: PropertyKey[]; message: string; code: string; keys?: string[] }[],
) {
  const details: Record<string, string> = {};
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys ?? []) details[key.slice(0, 80)] = 'Isian ini tidak dikenal.';
      continue;
    }
    details[issue.path.join('.') || 'body'] ??= issue.message;
  }
  return details;
}
