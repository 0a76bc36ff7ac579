import * as priority from '../priority.ts'
import { json, ofCase, type Route, write } from '../route.ts'

export const priorityRoutes = {
  getPriority: {
    method: 'GET',
    path: '/cases/{id}/priority',
    tag: 'Work',
    summary: 'Why a case comes before others, if it does',
    params: ofCase,
    answers: { 200: json('Its priority', priority.PriorityDetail) },
    errors: [401, 403, 404],
  },
  ruleOnMotion: {
    method: 'POST',
    path: '/cases/{id}/advance',
    tag: 'Work',
    summary: 'Grant or deny a motion to advance a case on the docket',
    description: 'Age advances a case by itself, when its oldest living claimant reaches it.',
    params: ofCase,
    body: priority.RuleOnMotion,
    answers: { 200: json('Its priority now', priority.PriorityDetail) },
    errors: write,
  },
} as const satisfies Record<string, Route>
