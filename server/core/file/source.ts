import type { AnnouncedDocument } from '@portico/contract/sources'
import type { Decider, Fact } from '../kernel/decider.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'

export type SourceCommand =
  /** The answer of a source to a request for the documents of a case; a long list comes in parts. */
  | {
      type: 'listSource'
      caseId: string
      source: string
      documents: AnnouncedDocument[]
      isWhole: boolean
      at: string
    }
  /** A report that a source sends on its own. */
  | {
      type: 'submitDocument'
      caseId: string
      source: string
      document: AnnouncedDocument
      uploadId?: string
      at: string
    }
  | { type: 'failDocument'; caseId: string; source: string; sourceId: string; revision: string; why: string }

type Announced = {
  revision: string
  /** When the source reported it; earlier reports that arrive later are ignored. */
  at: string
  /** The revision filed in the case. */
  taken: string | null
  failure: { revision: string; why: string } | null
}

export type SourcesState = Record<string, Announced>

/** The documents that the sources of a case have announced, and those that could not be fetched. */
export const sources: Decider<SourceCommand, SourcesState> = {
  name: 'sources',
  needs: { listSource: 'fileDocuments', submitDocument: 'fileDocuments', failDocument: null },
  stateVersion: 1,
  reads: () => ({
    types: [
      'source.listed',
      'source.submitted',
      'source.failed',
      'source.unchanged',
      'document.filed',
      'document.refused',
      'document.revised',
    ],
  }),
  initial: {},

  evolve(state, event) {
    switch (event.type) {
      case 'source.listed': {
        const { source, documents, listedAt: at } = event.data
        const next = { ...state }
        for (const { sourceId, revision } of documents) {
          const key = keyOf(source, sourceId)
          next[key] = { ...(state[key] ?? unknown), revision, at }
        }
        return next
      }
      case 'source.submitted': {
        const { source, document, submittedAt: at } = event.data
        return withChanges(state, source, document.sourceId, { revision: document.revision, at })
      }
      case 'source.failed': {
        const { source, sourceId, revision, why } = event.data
        return withChanges(state, source, sourceId, { failure: { revision, why } })
      }
      case 'source.unchanged':
        return withTaken(state, event.data)
      case 'document.filed':
      case 'document.refused':
      case 'document.revised':
        return event.data.from ? withTaken(state, event.data.from) : state
      default:
        return state
    }
  },

  decide(command, state): Fact[] {
    const { source, caseId } = command
    switch (command.type) {
      case 'listSource': {
        const { documents, isWhole, at } = command
        const news = documents.filter((document) => isNews(state, source, document, at))
        const data = { source, documents: news, isWhole, listedAt: at }
        return [{ type: 'source.listed', subject: caseId, data }]
      }
      case 'submitDocument': {
        const { document, uploadId, at } = command
        if (!isNews(state, source, document, at)) return []
        const data = { source, document, ...withoutUndefined({ uploadId }), submittedAt: at }
        return [{ type: 'source.submitted', subject: caseId, data }]
      }
      case 'failDocument': {
        const { sourceId, revision, why } = command
        const announced = state[keyOf(source, sourceId)]
        if (!announced || announced.revision !== revision || announced.taken === revision) return []
        if (announced.failure?.revision === revision && announced.failure.why === why) return []
        return [{ type: 'source.failed', subject: caseId, data: { source, sourceId, revision, why } }]
      }
    }
  },
}

const unknown: Announced = { revision: '', at: '', taken: null, failure: null }

const keyOf = (source: string, sourceId: string) => JSON.stringify([source, sourceId])

function isNews(state: SourcesState, source: string, document: AnnouncedDocument, at: string): boolean {
  const { sourceId, revision } = document
  const announced = state[keyOf(source, sourceId)]
  if (!announced) return true
  return announced.at <= at && announced.revision !== revision
}

function withTaken(
  state: SourcesState,
  { source, sourceId, revision }: { source: string; sourceId: string; revision: string },
): SourcesState {
  const isKnown = keyOf(source, sourceId) in state
  return withChanges(state, source, sourceId, { taken: revision, ...(isKnown ? {} : { revision }) })
}

function withChanges(
  state: SourcesState,
  source: string,
  sourceId: string,
  changes: Partial<Announced>,
): SourcesState {
  const key = keyOf(source, sourceId)
  return { ...state, [key]: { ...(state[key] ?? unknown), ...changes } }
}
