import { listOf } from '../calls.ts'
import type { Cases } from '../cases.ts'
import type { EventOf, EventPageOptions, Events, EventType, WatchOptions } from '../events.ts'
import type { Case, CaseState, EventPage, PageWord, PorticoEvent } from '../types.ts'
import { blankPdf } from './content.ts'
import { contentData, lastPage, listed } from './records.ts'
import { mockCaseSearch } from './search.ts'
import { type MockStore, refusal } from './store.ts'

const scopedLifetimeMs = 15 * 60 * 1000

export function mockCases(
  store: MockStore,
): Pick<
  Cases,
  'get' | 'state' | 'search' | 'pageText' | 'events' | 'pageMap' | 'accessLog' | 'scopedAccess' | 'watch'
> {
  return {
    get: (caseId, call) => store.read(call, () => mockCase(store, caseId)),
    state: (caseId, { at, ...call } = {}) => store.read(call, () => stateOf(store, caseId, at)),
    search: mockCaseSearch(store),
    pageText: (caseId, documentId, page, call) =>
      store.read(call, () => {
        const { documents } = store.find(caseId)
        const found = documents.find(({ id }) => id === documentId)
        const text = found?.pages[page - found.startPage]
        if (text === undefined)
          throw refusal(404, 'notFound', 'There is no such page in a document of this case.')
        return { page, documentId, state: 'read', text, source: 'textLayer', words: placed(text) }
      }),
    events: (caseId, { signal, ...options } = {}) =>
      listOf('events', (after = options.after as string) =>
        store.read({ signal }, () => pageOf(store.eventsOf(store.find(caseId).id), { ...options, after })),
      ),
    pageMap: (caseId, call) =>
      store.read(call, () => {
        const documents = store.find(caseId).documents.map(({ id, name, startPage, endPage }) => {
          const uniquePages = endPage - startPage + 1
          return { id, name, startPage, endPage, uniquePages, isLinked: false, duplicates: [] }
        })
        const pages = documents.reduce((sum, { uniquePages }) => sum + uniquePages, 0)
        return { pages, uniquePages: pages, comparedPages: pages, documents }
      }),
    accessLog: (caseId, { after: first, limit = 100, ...call } = {}) =>
      listOf('entries', (after = String(first ?? 0)) =>
        store.read(call, () => {
          const found = store
            .accessesOf(store.find(caseId).id)
            .filter(({ position }) => position > Number(after))
          const entries = found.slice(0, limit)
          return found.length > limit ? { entries, next: String(entries.at(-1)?.position) } : { entries }
        }),
      ),
    scopedAccess: (caseId, call) =>
      store.read(call, () => {
        const documents = listed(store.find(caseId)).map((document) => {
          const { sha256, firstPage, pageCount } = contentData(document)
          return { id: document.id, sha256, firstPage, pageCount }
        })
        const contents = new Map(listed(store.find(caseId)).map(({ sha256, content }) => [sha256, content]))
        const files = Array.from(contents, ([sha256, content = new TextEncoder().encode(blankPdf)]) => {
          const base64 = btoa(Array.from(content, (byte) => String.fromCharCode(byte)).join(''))
          const url = `data:application/octet-stream;base64,${base64}`
          return { sha256, bytes: content.length, url }
        })
        store.downloaded(caseId, { of: 'scopedAccess' })
        const expiresAt = new Date(Date.parse(store.clock()) + scopedLifetimeMs).toISOString()
        return { expiresAt, documents, files }
      }),
    watch: (caseId, options) => watch(store, () => store.eventsOf(store.find(caseId).id), options),
  }
}

export function mockCase(store: MockStore, caseId: string): Case {
  const found = store.find(caseId)
  const { state: _state, documents: _documents, ...facts } = found
  const shown = listed(found)
  const pages = shown.reduce((sum, document) => sum + document.pages.length, 0)
  const unreadablePages = shown.filter(({ unreadable }) => unreadable !== undefined).length
  return {
    ...facts,
    documentCount: shown.length,
    pageCount: lastPage(found),
    text: { pagesRead: pages - unreadablePages, pages, pagesToRecognise: 0, unreadablePages },
    version: store.eventsOf(caseId).length,
  }
}

/** Each word on its line, as a typewriter would put it. */
function placed(text: string): PageWord[] {
  return [...text.matchAll(/\S+/g)].map((match) => {
    const start = match.index
    const end = start + match[0].length
    const before = text.slice(0, start).split('\n')
    const column = before.at(-1)?.length ?? 0
    const top = Math.min(0.98, 0.08 + before.length * 0.02)
    const left = Math.min(0.98, 0.1 + column * 0.01)
    return { start, end, left, top, right: Math.min(1, left + (end - start) * 0.01), bottom: top + 0.015 }
  })
}

export function mockEvents(store: MockStore): Events {
  return {
    list: ({ signal, ...options } = {}) =>
      listOf('events', (after = options.after as string) =>
        store.read({ signal }, () => pageOf(store.log(), { ...options, after })),
      ),
    watch: (options) => watch(store, () => store.log(), options),
  }
}

function stateOf(store: MockStore, caseId: string, at: number | string | Date | undefined): CaseState {
  const { state, uploadedAt } = store.find(caseId)
  const events = store.eventsOf(caseId).filter((event) => isUntil(event, at))
  if (events.length === 0) throw refusal(404, 'notFound', 'There was no such case then.')
  return {
    status: 'onDocket',
    partyStatus: 'received',
    why: 'The case waits on the docket.',
    assignee: null,
    step: 'docketed',
    enteredStepAt: uploadedAt,
    ageInStepDays: 0,
    openTasks: 0,
    ...state,
    version: events.length,
  }
}

function isUntil({ position, recordedAt }: PorticoEvent, at: number | string | Date | undefined): boolean {
  if (at === undefined) return true
  if (Number.isInteger(Number(at)) && !(at instanceof Date)) return position <= Number(at)
  return Date.parse(recordedAt) <= new Date(at).getTime()
}

function pageOf(events: PorticoEvent[], { after = 0, types, limit = 100 }: EventPageOptions): EventPage {
  const found = events.filter(
    (event) => event.position > Number(after) && (types?.includes(event.type) ?? true),
  )
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return found.length > page.length && last ? { events: page, next: String(last.position) } : { events: page }
}

async function* watch<Type extends EventType>(
  store: MockStore,
  events: () => PorticoEvent[],
  { after = 0, types, signal }: WatchOptions<Type> = {},
): AsyncGenerator<EventOf<Type>, void, void> {
  let position = Number(after)
  while (!signal?.aborted) {
    const seen = store.log().length
    const page = await store.read({ signal }, () => pageOf(events(), { after: position, types, limit: 1 }))
    const [event] = page.events
    if (event) {
      position = event.position
      yield event as EventOf<Type>
    } else {
      await store.moreThan(seen, signal)
    }
  }
}
