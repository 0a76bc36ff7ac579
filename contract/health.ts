import { json, type Row } from './route.ts'
import Type from './type.ts'

export const tag = 'Service'

export const routes = {
  health: {
    method: 'GET',
    path: '/healthz',
    audience: 'party',
    summary: 'Check that the service is up',
    public: true,
    answers: { 200: json('It serves', Type.Object({ status: Type.String() })) },
    errors: [503],
  },
  ready: {
    method: 'GET',
    path: '/readyz',
    audience: 'party',
    summary: 'Check that the service and its database are ready',
    public: true,
    answers: { 200: json('Ready', Type.Object({ status: Type.String() })) },
    errors: [503],
  },
} as const satisfies Record<string, Row>
