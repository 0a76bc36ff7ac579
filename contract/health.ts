import { json, type Route } from './route.ts'
import Type from './type.ts'

export const routes = {
  health: {
    method: 'GET',
    path: '/healthz',
    tag: 'Service',
    audience: 'party',
    summary: 'Check that the service is up',
    public: true,
    answers: { 200: json('It serves', Type.Object({ status: Type.String() })) },
    errors: [503],
  },
  ready: {
    method: 'GET',
    path: '/readyz',
    tag: 'Service',
    audience: 'party',
    summary: 'Check that the service and its database are ready',
    public: true,
    answers: { 200: json('Ready', Type.Object({ status: Type.String() })) },
    errors: [503],
  },
} as const satisfies Record<string, Route>
