import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';

/** Whose connection a request came by: of an IPv6 address its /64, the least that one connection is given (RFC 6177). */
export const addressOf = (request: FastifyRequest): string => normalizeIP(request.ip);
