import type { CallShape } from '@lapau/contract/call';
import { calls } from '@lapau/contract/calls';
import { errors, gateErrors } from '@lapau/contract/errors';
import type { ErrorCode } from '@lapau/contract/errors';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

/** /openapi.json (OpenAPI 3.1), generated from the contract. */
export function mountOpenApi(app: FastifyInstance): void {
  const text = JSON.stringify(describeCalls());
  app.get('/openapi.json', async (_request, reply) => reply.type('application/json').send(text));
}

function describeCalls() {
  return {
    openapi: '3.1.0',
    info: { title: 'Lapau', version: '1', description: 'Every call is POST /rpc/<name> with a JSON object.' },
    paths: Object.fromEntries(
      Object.entries(calls).map(([name, call]) => [`/rpc/${name}`, { post: describe(name, call) }]),
    ),
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'lapau.session_token' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
  };
}

function describe(name: string, call: CallShape) {
  const content = (schema: z.core.$ZodType, io: 'input' | 'output') => ({
    'application/json': { schema: z.toJSONSchema(schema, { io, unrepresentable: 'any' }) },
  });
  return {
    operationId: name,
    summary: `Access: ${call.access}. ${call.writes ? 'Writes.' : 'Reads.'}`,
    security: call.access === 'public' || call.access === 'guest' ? [] : [{ session: [] }, { bearer: [] }],
    requestBody: { required: true, content: content(call.input, 'input') },
    responses: {
      200: { description: 'The answer.', content: content(call.output, 'output') },
      ...failuresByStatus([...gateErrors, ...call.errors]),
    },
  };
}

function failuresByStatus(codes: ErrorCode[]) {
  const byStatus = Map.groupBy(codes, (code) => errors[code][0]);
  return Object.fromEntries([...byStatus].map(([status, ofStatus]) => [status, { description: ofStatus.join(', ') }]));
}
