import * as links from '../links.ts'
import { json, ofCase, type Route, write } from '../route.ts'

export const linkRoutes = {
  listLinks: {
    method: 'GET',
    path: '/cases/{id}/links',
    tag: 'Cases',
    summary: 'The cases that this one comes from or goes on as, as far as the caller sees them',
    params: ofCase,
    answers: { 200: json('The links', links.LinkList) },
    errors: [401, 403, 404],
  },
  linkCase: {
    method: 'POST',
    path: '/cases/{id}/links',
    tag: 'Cases',
    summary: 'Open a case that goes on with issues of this one: a remand, a split, a substitution',
    description:
      'It has the docket number, the docket, the parties and the documents of this case. Documents are the same bytes on pages of its own; tags, annotations and citations stay behind.',
    params: ofCase,
    body: links.NewLink,
    answers: { 201: json('The new case', links.LinkedCase) },
    errors: write,
  },
} as const satisfies Record<string, Route>
