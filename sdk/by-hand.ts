import type { Calls } from './calls.ts'
import type { EventType, WatchOptions } from './event-options.ts'
import type {
  Changes,
  DeliveryFailure,
  MatchPiece,
  Participant,
  QueueQuery,
  SetResolved,
  SoundChunk,
} from './generated/types.ts'
import { importErrors } from './import-errors.ts'
import type {
  DecisionFileOptions,
  DocumentContentOptions,
  ReportFileFormat,
  ReportOptions,
  TaskPageOptions,
} from './options.ts'
import { type CallOptions, unhurried, type WriteOptions } from './request.ts'
import type { SignInAs } from './signed-in.ts'
import { sendUpload } from './uploads.ts'
import { watchEvents, watchPositions } from './watch.ts'

/** The methods of the client that do more than call a route. Their words and examples are in the contract. */
export function byHandOver(calls: Calls) {
  const { call, content, list, open, signIn, signOut } = calls
  return {
    alerts: {
      mark: (alertId: string, read = true, options?: WriteOptions) =>
        call('markAlert', { alertId, body: { read } }, options),
    },

    calendars: {
      entries: (participant: Participant, options?: CallOptions) =>
        call('listAvailability', {}, { ...options, ...participant }),
    },

    cases: {
      watch: <Type extends EventType = EventType>(caseId: string, options?: WatchOptions<Type>) =>
        watchEvents((headers, asked) => open('listCaseEvents', { caseId }, headers, asked), options),

      watchChanges: (options: Omit<WatchOptions, 'types'> & { after: number | string }) =>
        watchPositions<Changes>((headers, asked) => open('getChanges', {}, headers, asked), options),
    },

    decisions: {
      file: (caseId: string, { format = 'pdf', ...options }: DecisionFileOptions = {}) =>
        format === 'zip'
          ? content('getDecisionPackage', { caseId }, { ...options, format })
          : content('getDecisionFile', { caseId }, options),
    },

    deliveries: {
      ledger: async (caseId: string, options?: CallOptions) =>
        (await call('listDeliveries', { caseId }, options)).obligations ?? [],

      fail: (
        caseId: string,
        deliveryId: string,
        failure: string | DeliveryFailure,
        options?: WriteOptions,
      ) => {
        const body = typeof failure === 'string' ? { why: failure } : failure
        return call('failDelivery', { caseId, deliveryId, body }, options)
      },
    },

    documents: {
      content: (caseId: string, documentId: string, { version, ...options }: DocumentContentOptions = {}) =>
        version === undefined
          ? content('getContent', { appealId: caseId, documentId }, options)
          : content('getVersionContent', { caseId, documentId, version }, options),

      revise: async (
        caseId: string,
        documentId: string,
        file: Blob | { uploadId: string },
        options?: WriteOptions,
      ) => {
        const isFile = file instanceof Blob
        const given = { caseId, documentId, ...(isFile ? { file } : {}) }
        const asked = { ...unhurried(options), ...(isFile ? {} : file) }
        return (await call('reviseDocument', given, asked)).document
      },
    },

    events: {
      watch: <Type extends EventType = EventType>(options?: WatchOptions<Type>) =>
        watchEvents((headers, asked) => open('listEvents', {}, headers, asked), options),
    },

    imports: { errors: importErrors(calls) },

    mail: {
      match: (pieceId: string, caseId: string, matched: Omit<MatchPiece, 'caseId'>, options?: WriteOptions) =>
        call('matchPiece', { pieceId, body: { caseId, ...matched } }, options),
    },

    reports: {
      file: (name: string, format: ReportFileFormat, options?: ReportOptions) =>
        content('getReport', { name }, { ...options, format }),
    },

    rooms: {
      sendSound: (
        link: string,
        seat: string,
        chunk: Omit<SoundChunk, 'link' | 'seat'>,
        options?: CallOptions,
      ) => call('sendSound', { body: { link, seat, ...chunk } }, options),
    },

    sandbox: {
      people: ({ code }: { code: string }, options?: CallOptions) =>
        call('listSandboxPeople', {}, { ...options, code }),
    },

    tasks: {
      find: (query: QueueQuery = {}, options?: TaskPageOptions) =>
        list('findTasks', {}, { ...query, ...options }),
    },

    uploads: { send: sendUpload(calls) },

    workProducts: {
      setResolved: (
        caseId: string,
        workProductId: string,
        { commentId, resolved }: SetResolved & { commentId: string },
        options?: WriteOptions,
      ) => call('setCommentResolved', { caseId, workProductId, commentId, body: { resolved } }, options),
    },

    signIn: (as: SignInAs) => signIn(as),
    signOut: (options?: CallOptions) => signOut(options),
  }
}

export type ByHand = ReturnType<typeof byHandOver>
