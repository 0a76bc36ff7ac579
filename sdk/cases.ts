import type { CaseWork } from './case-work.ts'
import { path } from './path.ts'
import type { EventPageOptions, Portico } from './portico.ts'
import type { Transport } from './transport.ts'
import type {
  AccessPage,
  CaseDetail,
  CaseSearchResult,
  CaseState,
  EventPage,
  PageMap,
  PageTextDetail,
  ScopedAccess,
} from './types.ts'
import { watchEvents } from './watch.ts'

export function casesOver(transport: Transport): Omit<Portico['cases'], keyof CaseWork> {
  return {
    async get(caseId, options) {
      const answer = await transport.json<CaseDetail>({
        method: 'GET',
        path: path`/cases/${caseId}`,
        options,
      })
      return answer.case
    },
    async state(caseId, { at, ...options } = {}) {
      return transport.json<CaseState>({
        method: 'GET',
        path: path`/cases/${caseId}/state`,
        query: { at: at instanceof Date ? at.toISOString() : at },
        options,
      })
    },
    async search(caseId, query, { signal, timeoutMs, ...wanted } = {}) {
      return transport.json<CaseSearchResult>({
        method: 'GET',
        path: path`/cases/${caseId}/search`,
        query: { ...wanted, q: query },
        options: { signal, timeoutMs },
      })
    },
    async pageText(caseId, documentId, page, options) {
      const answer = await transport.json<PageTextDetail>({
        method: 'GET',
        path: path`/cases/${caseId}/documents/${documentId}/pages/${String(page)}/text`,
        options,
      })
      return answer.page
    },
    events: async (caseId, options) => eventPage(transport, path`/cases/${caseId}/events`, options),
    async pageMap(caseId, options) {
      return transport.json<PageMap>({ method: 'GET', path: path`/cases/${caseId}/page-map`, options })
    },
    async accessLog(caseId, { after, limit, ...options } = {}) {
      return transport.json<AccessPage>({
        method: 'GET',
        path: path`/cases/${caseId}/access-log`,
        query: { after, limit },
        options,
      })
    },
    async scopedAccess(caseId, options) {
      const { access } = await transport.json<ScopedAccess>({
        method: 'POST',
        path: path`/cases/${caseId}/scoped-access`,
        options,
      })
      return access
    },
    async *watch(caseId, options) {
      yield* watchEvents(transport, path`/cases/${caseId}/events`, options)
    },
  }
}

export function eventsOver(transport: Transport): Portico['events'] {
  return {
    list: (options) => eventPage(transport, '/events', options),
    watch: (options) => watchEvents(transport, '/events', options),
  }
}

function eventPage(
  transport: Transport,
  eventsPath: string,
  { after, types, limit, ...options }: EventPageOptions = {},
): Promise<EventPage> {
  return transport.json<EventPage>({
    method: 'GET',
    path: eventsPath,
    query: { after, types: types?.join(','), limit },
    options,
  })
}
