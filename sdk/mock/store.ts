import { PorticoError } from '../errors.ts'
import type { EventOf, EventType } from '../events.ts'
import { abortedError } from '../limit.ts'
import type { MockAppeal, MockDocument, MockOptions } from '../mock.ts'
import type { CallOptions, WriteOptions } from '../request.ts'
import type { Access, PorticoEvent } from '../types.ts'
import type { MockFile } from './received.ts'
import {
  caseRecord,
  documentRecord,
  filedData,
  type MockCaseRecord,
  type MockDocumentRecord,
} from './records.ts'

export type MockStore = ReturnType<typeof createMockStore>

/** The data of a mock, and the rules that every call of it keeps. */
export function createMockStore({ username = 'mock', appeals = [], documents = {}, now }: MockOptions) {
  const clock = () => (now?.() ?? new Date()).toISOString()
  const cases = new Map<string, MockCaseRecord>()
  const log: PorticoEvent[] = []
  const accesses: (Access & { caseId: string })[] = []
  const answersByKey = new Map<string, { request: string; answer: unknown }>()
  const watchers = new Set<() => void>()
  let isSignedOut = false

  function admit(options: CallOptions | undefined) {
    if (options?.signal?.aborted) throw abortedError(options.signal)
    if (isSignedOut) throw refusal(401, 'unauthenticated', 'The session has ended.')
  }

  function find(caseId: string): MockCaseRecord {
    const found = cases.get(caseId)
    if (!found) throw refusal(404, 'notFound', 'There is no such appeal.')
    return found
  }

  function findDocument(caseId: string, documentId: string): MockDocumentRecord {
    const found = find(caseId).documents.find(({ id }) => id === documentId)
    if (!found) throw refusal(404, 'notFound', 'There is no such document in this appeal.')
    return found
  }

  /** One that people see. */
  function findListed(caseId: string, documentId: string): MockDocumentRecord {
    const found = findDocument(caseId, documentId)
    if (found.status !== 'current')
      throw refusal(404, 'notFound', 'There is no such document in this appeal.')
    return found
  }

  /** One that people may work on. */
  function findInFile(caseId: string, documentId: string): MockDocumentRecord {
    const found = findDocument(caseId, documentId)
    if (found.status === 'removed')
      throw refusal(422, 'stateForbids', 'The document was removed from the file.')
    return found
  }

  const eventsOf = (caseId: string) => log.filter((event) => event.caseId === caseId)

  function append<Type extends EventType>(
    caseId: string,
    type: Type,
    data: NonNullable<EventOf<Type>['data']>,
  ): PorticoEvent {
    const position = log.length + 1
    const at = clock()
    const event = {
      id: `evt_mock_${position}`,
      position,
      caseId,
      sequence: eventsOf(caseId).length + 1,
      type,
      at,
      recordedAt: at,
      actor: { id: 'actor_mock', name: username, kind: 'person' },
      correlationId: `mock_${position}`,
      hash: position.toString(16).padStart(64, '0'),
      data,
    } as PorticoEvent
    log.push(event)
    for (const wake of watchers) wake()
    return event
  }

  function open(appeal: MockAppeal): MockCaseRecord {
    const opened = caseRecord(appeal, clock())
    const { id, state: _state, documents: _documents, ...data } = opened
    cases.set(id, opened)
    append(id, 'case.opened', data)
    return opened
  }

  /** On the next free pages. */
  function file(inCase: MockCaseRecord, document: MockDocument, from?: MockFile): MockDocumentRecord {
    const filed = documentRecord(document, from, inCase, { username, at: clock() })
    inCase.documents.push(filed)
    append(inCase.id, 'document.filed', filedData(filed, inCase.documents.length - 1))
    return filed
  }

  for (const appeal of appeals) {
    const opened = open(appeal)
    for (const document of documents[opened.id] ?? []) file(opened, document)
  }

  return {
    username,
    clock,
    find,
    findDocument,
    findListed,
    findInFile,
    open,
    file,
    append,
    eventsOf,
    cases: () => [...cases.values()],
    log: () => log,
    accessesOf: (caseId: string): Access[] =>
      accesses.filter((access) => access.caseId === caseId).map(({ caseId: _, ...access }) => access),
    downloaded(caseId: string, what: Access['what']) {
      const position = accesses.length + 1
      const member = { id: 'actor_mock', name: username }
      const requestId = `mock_access_${position}`
      accesses.push({ position, at: clock(), member, caseId, kind: 'download', what, requestId })
    },
    signOut() {
      isSignedOut = true
    },

    async read<Answer>(options: CallOptions | undefined, work: () => Answer): Promise<Answer> {
      admit(options)
      return structuredClone(work())
    },

    /**
     * `request` is what makes a repeated idempotency key the same request. Without a case the work makes one.
     */
    async write<Answer>(
      caseId: string | undefined,
      request: readonly unknown[],
      options: WriteOptions | undefined,
      work: () => Answer,
    ): Promise<Answer> {
      admit(options)
      const text = JSON.stringify([caseId, ...request])
      const first = answersByKey.get(options?.idempotencyKey ?? '')
      if (first && first.request !== text) {
        throw refusal(409, 'conflict', 'This idempotency key came with another request.')
      }
      if (first) return structuredClone(first.answer) as Answer
      if (caseId !== undefined) {
        find(caseId)
        if (options?.ifMatch !== undefined && options.ifMatch !== eventsOf(caseId).length) {
          throw refusal(409, 'conflict', 'The case has moved on from this version.')
        }
      }
      const answer = work()
      if (options?.idempotencyKey) {
        answersByKey.set(options.idempotencyKey, { request: text, answer: structuredClone(answer) })
      }
      return structuredClone(answer)
    },

    /** Passes when there are more events than were seen, or the signal aborts. */
    async moreThan(seen: number, signal: AbortSignal | undefined): Promise<void> {
      if (log.length > seen || signal?.aborted) return
      let wake = () => {}
      await new Promise<void>((resolve) => {
        wake = resolve
        watchers.add(wake)
        signal?.addEventListener('abort', wake, { once: true })
      })
      watchers.delete(wake)
      signal?.removeEventListener('abort', wake)
    },
  }
}

export function refusal(status: number, code: PorticoError['code'], message: string): PorticoError {
  return new PorticoError({ code, message, status })
}
