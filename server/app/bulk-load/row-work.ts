import { createHash } from 'node:crypto'
import type { Brought } from '@portico/contract/cases'
import type { ManifestRow } from '@portico/contract/manifest'
import type { Profile } from '@portico/contract/profile'
import { caseFile, type DocumentBytes } from '../../core/file/case-file.ts'
import { type DocumentCommand, type DocumentState, document } from '../../core/file/document.ts'
import { labelsFrom } from '../../core/file/document-labels.ts'
import { history } from '../../core/file/history.ts'
import { issues } from '../../core/issue/issue.ts'
import { type Decider, type Reaction, Refusal, reaction } from '../../core/kernel/decider.ts'
import { type IdPrefix, newId } from '../../core/kernel/ids.ts'
import { namesOf, refuseUnknownWord } from '../../core/kernel/known-words.ts'
import { party } from '../../core/party/party.ts'
import { session } from '../../core/session/session.ts'
import { work as tasksOfCase } from '../../core/work/work.ts'
import { type Authors, authorOf, isMember, teamsOf } from './authors.ts'
import type { StateOfDecider } from './batch-states.ts'
import type { KnownThing, ThingKind } from './known-things.ts'
import type { PageMarks } from './place-annotations.ts'
import { type ReadRow, referenceOf } from './read-row.ts'

/** A valid row, with what was learnt from its file or page. */
export type Tried = ReadRow & { row: ManifestRow; source: string } & {
  bytes?: DocumentBytes
  marks?: PageMarks
}

/** A row as a command; `of` makes those that depend on the state. */
export type RowWork = {
  first: Reaction
  opensCase: boolean
  of?: (state: unknown) => Reaction['command']
}

const prefixes: Record<ThingKind, IdPrefix> = {
  case: 'case',
  document: 'doc',
  annotation: 'ann',
  party: 'party',
  issue: 'issue',
  event: 'hist',
  task: 'task',
  session: 'session',
}

/** Loading the same thing again gives the same ID. */
export function thingId(kind: ThingKind, source: string, externalId: string, at: Date): string {
  const digest = createHash('sha256').update(`${kind}\0${source}\0${externalId}`).digest()
  return newId(prefixes[kind], at, digest)
}

/** When it happened, and on whose behalf, if the row says so. */
export function happened({ row, source }: Tried, authors: Authors, otherwise: Date) {
  const time = row.type === 'case' ? row.openedAt : row.at
  const by = row.type === 'case' ? undefined : row.by
  return {
    at: time === undefined ? otherwise : new Date(time),
    onBehalfOf: by === undefined ? undefined : authorOf(authors, source, by),
  }
}

export function parentOf({
  row,
  source,
}: Tried): { kind: 'case' | 'document'; source: string; externalId: string } | undefined {
  switch (row.type) {
    case 'case':
      return undefined
    case 'tag':
    case 'annotation':
      return { kind: 'document', ...referenceOf(row.document, source) }
    default:
      return { kind: 'case', ...referenceOf(row.case, source) }
  }
}

/** The state a row is decided on: its decider and subject. */
export function stateFor({ row, source }: Tried, { caseId, id }: KnownThing): StateOfDecider {
  switch (row.type) {
    case 'party':
      return { decider: party.name, caseId, subject: caseId }
    case 'issue':
      return { decider: issues.name, caseId, subject: caseId }
    case 'task':
      return { decider: tasksOfCase.name, caseId, subject: caseId }
    case 'session':
      return {
        decider: session.name,
        caseId,
        subject: thingId('session', source, row.externalId, new Date(row.at ?? 0)),
      }
    case 'tag':
    case 'annotation':
      return { decider: document.name, caseId, subject: id }
    case 'event':
      return {
        decider: history.name,
        caseId,
        subject: thingId('event', source, row.externalId, new Date(row.at)),
      }
    default:
      return { decider: caseFile.name, caseId, subject: caseId }
  }
}

/** `parent` is the case or document named by the row; a case row has none. */
export function workOf(
  tried: Tried,
  id: string,
  parent: KnownThing | undefined,
  { at, authors, profile }: { at: Date; authors: Authors; profile: Profile },
): RowWork {
  const { row, source } = tried
  const caseId = parent?.caseId ?? id
  switch (row.type) {
    case 'case': {
      const { type: _, source: __, externalId, openedAt: ___, docket, closed, ...given } = row
      const brought = broughtBy(row, at, profile)
      return work(caseFile, {
        type: 'openCase',
        caseId,
        caseType: profile.caseTypes[0]?.name ?? '',
        originalPdfBytes: 0,
        ...given,
        uploadedAt: at.toISOString(),
        alias: { source, externalId },
        ...(brought ? { brought } : {}),
        documents: [],
      })
    }
    case 'document': {
      const { externalId, name, description = '', receiptDate } = row
      const labels = { name, description, receiptDate, ...labelsFrom(row, profile, []) }
      if (!tried.bytes) throw new Error('a document was tried without its bytes')
      const filed = { documentId: id, ...labels, ...tried.bytes, alias: { source, externalId } }
      return work(caseFile, { type: 'fileDocuments', caseId, documents: [filed], onDuplicate: 'link' })
    }
    case 'party': {
      const { type: _, source: __, externalId, case: ___, at: ____, by: _____, ...given } = row
      return work(party, {
        type: 'recordParty',
        caseId,
        partyId: id,
        ...given,
        alias: { source, externalId },
      })
    }
    case 'issue': {
      const { type: _, source: __, externalId, case: ___, at: ____, by: _____, ...given } = row
      return work(issues, { type: 'addIssue', caseId, issueId: id, ...given, alias: { source, externalId } })
    }
    case 'task': {
      const { type: _, source: __, externalId, case: ___, at: ____, by: _____, ...given } = row
      const alias = { source, externalId }
      return work(tasksOfCase, { type: 'bringTask', caseId, taskId: id, ...given, alias })
    }
    case 'session': {
      const { type: _, source: __, externalId, case: ___, at: ____, by: _____, ...given } = row
      const alias = { source, externalId }
      return work(session, { type: 'bringSession', caseId, sessionId: id, ...given, alias })
    }
    case 'event': {
      const { externalId, what, details } = row
      const given = { what, ...(details === undefined ? {} : { details }) }
      return work(history, {
        type: 'recordHistory',
        caseId,
        entryId: id,
        ...given,
        alias: { source, externalId },
      })
    }
    case 'tag':
      return work(document, { type: 'tag', caseId, documentId: parent?.id ?? '', text: row.text })
    case 'annotation': {
      const { externalId, page, comment, relevantDate, quote, visibility } = row
      const target = { caseId, documentId: parent?.id ?? '' }
      const given = present({ comment, relevantDate, quote, visibility, ...tried.marks })
      const teams = visibility === 'team' ? { teams: teamsOf(authors, row.by) } : {}
      if (!tried.marks)
        throw new Refusal(
          'conflict',
          'Its document was filed while the row was being read: load the row again.',
        )
      refuseUnseen(authors, row)
      const command: DocumentCommand = {
        ...target,
        type: 'annotate',
        annotationId: id,
        page,
        ...given,
        ...teams,
        alias: { source, externalId },
      }
      return {
        ...work(document, command),
        of: (state) => {
          const { pages } = state as DocumentState
          return { ...command, page: pages ? pageIn(pages, page) : page }
        },
      }
    }
  }
}

/** The status of the case, if the row has one. */
function broughtBy(
  { docket, closed }: ManifestRow<'case'>,
  openedAt: Date,
  { dockets, closeReasons }: Profile,
): Brought | undefined {
  if (!docket && !closed) return undefined
  if (docket) refuseUnknownWord('docket', docket.name, namesOf(dockets))
  if (closed) refuseUnknownWord('reason to close a case', closed.reason, namesOf(closeReasons))
  if (closed && Date.parse(closed.at) < openedAt.getTime())
    throw new Refusal('invalid', 'closed.at must not be before openedAt, which is now if left out.')
  return {
    ...(docket ? { docket: docket.name, ...(docket.date ? { docketDate: docket.date } : {}) } : {}),
    ...(closed
      ? {
          closed: {
            reason: closed.reason,
            closedAt: new Date(closed.at).toISOString(),
            ...(closed.outcome === undefined ? {} : { outcome: closed.outcome }),
          },
        }
      : {}),
  }
}

function pageIn(pages: { start: number; end: number }, page: number): number {
  const count = pages.end - pages.start + 1
  if (page > count) throw new Refusal('invalid', `There is no page ${page} in the document: it has ${count}.`)
  return pages.start + page - 1
}

/** Without an account for its author, a private or team annotation would be visible to nobody. */
function refuseUnseen(authors: Authors, { visibility = 'staff', by }: ManifestRow<'annotation'>) {
  if (visibility === 'case' || visibility === 'staff' || (by !== undefined && isMember(authors, by))) return
  throw new Refusal(
    'invalid',
    `An annotation with the visibility ${visibility} must be by somebody with an account here${by === undefined ? '' : `: ${by} has none`}.`,
  )
}

function work<Command extends { caseId: string; type: string }, State>(
  decider: Decider<Command, State>,
  command: Command,
): RowWork {
  return { first: reaction(decider, command), opensCase: decider.opens?.(command) ?? false }
}

function present<Given extends object>(given: Given) {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Given]?: Exclude<Given[Key], undefined>
  }
}
