import type { EventType } from '@portico/contract/events'
import type { Profile } from '@portico/contract/profile'
import { deadLetters } from './decision/dead-letter.ts'
import { deliveries } from './decision/delivery.ts'
import { remands } from './decision/remand.ts'
import { workProducts } from './decision/work-product.ts'
import { caseFile } from './file/case-file.ts'
import { issues } from './issue/issue.ts'
import { type Context, isCarried, type Reaction, reaction } from './kernel/decider.ts'
import { derivedId } from './kernel/ids.ts'
import { withoutUndefined } from './kernel/without-undefined.ts'
import { party } from './party/party.ts'
import { powersOfAttorney, powerTimer } from './party/power-of-attorney.ts'
import { conference } from './session/conference.ts'
import { conferenceTimer, conferenceWatch } from './session/conference-watch.ts'
import { session } from './session/session.ts'
import { transcripts } from './session/transcript.ts'
import type { Trigger } from './work/answers-to.ts'
import { ageTimer, priority } from './work/priority.ts'
import { workEventTypes } from './work/state.ts'
import { work } from './work/work.ts'

export type Happened = Trigger & { caseId: string }
type Rule = (event: Happened, context: Context) => Reaction[]

/** Rules between aggregates: one event in, commands out. */
const rules: readonly Rule[] = [
  recordClaimant,
  renameClaimant,
  releaseWhenReady,
  recallByOutcome,
  settleRecord,
  sendBackByOutcome,
  bringCase,
  requireOpenForSession,
  followConference,
  watchConferences,
  awaitTranscript,
  routeMail,
  applyProfileRules,
  followSession,
  awaitAnswer,
  moveDeadlines,
  judgeDocumentAgain,
  oweDeliveries,
  fileLetter,
  fileTranscript,
  weighAge,
  watchPowers,
  prioritiseCourtRemands,
  leaveContinuedIssues,
  endRecalledRemands,
  followRemovedIssues,
  endWithCase,
  restoreWithCase,
  withdrawIssues,
]

export const reactions = {
  to: (event: Happened, context: Context): Reaction[] =>
    isCarried(event) ? [] : rules.flatMap((rule) => rule(event, context)),

  /** After all other reactions, when the state of the work is settled. */
  atLast(events: readonly Happened[], _context: Context): Reaction[] {
    const last = events.findLast(({ type }) => workEventTypes.includes(type))
    return last ? [reaction(work, { type: 'settle', caseId: last.caseId, newId: last.id })] : []
  },
}

/** A session requested by a rule needs a case that is open. */
function requireOpenForSession(event: Happened): Reaction[] {
  if (event.type !== 'session.requested' || isBrought(event)) return []
  return [reaction(work, { type: 'requireOpen', caseId: event.caseId })]
}

/** A moved session may now need a conference, or no longer need one. */
function followConference(event: Happened): Reaction[] {
  if (event.type !== 'session.scheduled' && event.type !== 'session.rescheduled') return []
  if (isBrought(event)) return []
  const { caseId, data } = event
  return [reaction(conference, { type: 'followSession', caseId, sessionId: data.sessionId })]
}

/** Whenever an awaited conference may have begun or stopped being awaited. */
function watchConferences(event: Happened): Reaction[] {
  const { type, caseId, id, at } = event
  const isRelevant =
    [
      'session.scheduled',
      'session.rescheduled',
      'session.conferenceNeeded',
      'session.conferenceCreated',
      'session.conferenceReady',
      'session.held',
      'session.noShow',
      'session.postponed',
      'session.withdrawn',
    ].includes(type) ||
    (event.type === 'timer.fired' && event.data.name === conferenceTimer)
  if (!isRelevant || isBrought(event)) return []
  return [reaction(conferenceWatch, { type: 'watchConferences', caseId, event: { id, at } })]
}

/** In the same transaction, so that mail is never filed without being routed. */
function routeMail(event: Happened): Reaction[] {
  if (event.type !== 'mail.received') return []
  const { caseId, data } = event
  const { mailType, files, instructions, channel, receiptDate: receivedOn, postmarkDate: postmark } = data
  const documentId = files.find((file) => file.documentId !== undefined)?.documentId
  return [
    reaction(work, {
      type: 'routeMail',
      caseId,
      mailType,
      newTaskId: derivedId('task', event, 'mail'),
      arrival: { receivedOn, channel, ...(postmark === undefined ? {} : { postmark }) },
      ...(documentId === undefined ? {} : { documentId }),
      ...(instructions === undefined ? {} : { instructions }),
    }),
  ]
}

function applyProfileRules(event: Happened, { profile }: Context): Reaction[] {
  if (isBrought(event)) return []
  const hasPassed = event.type === 'timer.fired'
  if (!hasPassed && !ruleEvents(profile).has(event.type)) return []
  return [reaction(work, { type: 'react', caseId: event.caseId, trigger: event })]
}

/** After the rules of the profile, which may have opened or closed tasks that are due by the session. */
function followSession(event: Happened): Reaction[] {
  switch (event.type) {
    case 'session.scheduled':
    case 'session.rescheduled':
    case 'session.postponed':
    case 'session.withdrawn':
      if (isBrought(event)) return []
      return [
        reaction(work, { type: 'followSession', caseId: event.caseId, sessionId: event.data.sessionId }),
      ]
    default:
      return []
  }
}

/** The answer to a letter is awaited until the letter fails or is withdrawn. */
function awaitAnswer(event: Happened, { profile }: Context): Reaction[] {
  switch (event.type) {
    case 'letter.composed':
    case 'letter.receipted':
    case 'letter.failed':
    case 'letter.withdrawn': {
      const { caseId, type, data } = event
      const timer = profile.letters.find(({ name }) => name === data.letter)?.answerWindow
      if (timer === undefined) return []
      const isOver = type === 'letter.failed' || type === 'letter.withdrawn'
      return [reaction(work, { type: 'awaitAnswer', caseId, timer, trigger: event, isOver })]
    }
    default:
      return []
  }
}

const deadlineFacts = new Set<string>([
  'case.reopened',
  'session.dayCorrected',
  'letter.composed',
  'letter.receipted',
  'remand.mandateCorrected',
])

/** After a correction of a fact that deadlines run from, perhaps made while the case was closed, and after events that extend or toll them. */
function moveDeadlines(event: Happened, { profile }: Context): Reaction[] {
  if (isBrought(event)) return []
  const isFact =
    deadlineFacts.has(event.type) || (event.type === 'case.corrected' && event.data.receiptDate !== undefined)
  if (!isFact && !deadlineEvents(profile).has(event.type)) return []
  return [reaction(work, { type: 'moveDeadlines', caseId: event.caseId, trigger: event })]
}

/** A corrected date of receipt may change whether mail was in time. */
function judgeDocumentAgain(event: Happened): Reaction[] {
  if (event.type !== 'document.edited') return []
  const { caseId, data } = event
  const { documentId, receiptDate: receivedOn } = data
  return [reaction(work, { type: 'judgeDocumentAgain', caseId, documentId, receivedOn, trigger: event })]
}

function recordClaimant(event: Happened, { profile }: Context): Reaction[] {
  if (event.type !== 'case.opened' || event.data.claimantId === undefined) return []
  const role = profile.partyRoles.find(({ isClaimant }) => isClaimant)?.name
  if (role === undefined) return []
  const { claimantId: partyId, veteran: person } = event.data
  const { caseId } = event
  return [reaction(party, { type: 'recordParty', caseId, partyId, role, person, asOpened: true })]
}

function renameClaimant(event: Happened): Reaction[] {
  if (event.type !== 'case.corrected') return []
  const { veteran: person, was } = event.data
  if (!person || !was.veteran) return []
  return [reaction(party, { type: 'renameOpened', caseId: event.caseId, was: was.veteran, person })]
}

/** Whichever of clearing and sealing comes last releases a work product, before the rules of the profile run. */
function releaseWhenReady(event: Happened): Reaction[] {
  if (event.type !== 'workProduct.cleared' && event.type !== 'workProduct.sealed') return []
  const { workProductId } = event.data
  return [reaction(workProducts, { type: 'releaseIfReady', caseId: event.caseId, workProductId })]
}

const outcomeOf = (
  { data: { type, outcome } }: Extract<Happened, { type: 'task.completed' }>,
  { profile }: Context,
) => profile.taskTypes.find(({ name }) => name === type)?.outcomes?.find(({ name }) => name === outcome)

/** Some task outcomes settle the record of a session. */
function settleRecord(event: Happened, context: Context): Reaction[] {
  if (event.type !== 'task.completed' || event.data.about === undefined) return []
  const chosenOutcome = outcomeOf(event, context)
  if (!chosenOutcome?.record) return []
  const { about: sessionId, note = chosenOutcome.label } = event.data
  const settled =
    chosenOutcome.record === 'none'
      ? { record: chosenOutcome.record, withoutRecord: note }
      : { record: chosenOutcome.record }
  return [reaction(session, { type: 'settleRecord', caseId: event.caseId, sessionId, ...settled })]
}

/** Some task outcomes recall the decision. */
function recallByOutcome(event: Happened, context: Context): Reaction[] {
  if (event.type !== 'task.completed') return []
  const { note } = event.data
  const chosenOutcome = outcomeOf(event, context)
  if (!chosenOutcome?.recalls) return []
  return [
    reaction(workProducts, { type: 'recallInForce', caseId: event.caseId, why: note ?? chosenOutcome.label }),
  ]
}

/** Some task outcomes send the remanded issues back, before the rules of the profile run. */
function sendBackByOutcome(event: Happened, { profile }: Context): Reaction[] {
  if (event.type !== 'task.completed' || event.data.outcome === undefined || isBrought(event)) return []
  const { type, outcome } = event.data
  const chosenOutcome = profile.taskTypes
    .find(({ name }) => name === type)
    ?.outcomes?.find(({ name }) => name === outcome)
  if (!chosenOutcome?.sendsBack) return []
  const { caseId, id, at } = event
  return [reaction(remands, { type: 'sendBack', caseId, event: { id, at } })]
}

/** Imported history triggers no rules. */
export const isBrought = ({ data }: Happened) =>
  data !== null &&
  (('isBrought' in data && data.isBrought) || ('brought' in data && data.brought !== undefined))

function bringCase(event: Happened): Reaction[] {
  if (event.type !== 'case.opened' || !event.data.brought) return []
  const { caseId, id, at, data } = event
  return [reaction(work, { type: 'bring', caseId, opening: { id, at, data } })]
}

function oweDeliveries(event: Happened): Reaction[] {
  const { caseId, id, at } = event
  switch (event.type) {
    // Deliveries owed on a closed case would have no task.
    case 'workProduct.signed':
    case 'workProduct.cleared':
      return [reaction(work, { type: 'requireOpen', caseId })]
    case 'workProduct.released': {
      const { workProductId } = event.data
      return [reaction(deliveries, { type: 'oweDeliveries', caseId, workProductId, released: { id, at } })]
    }
    case 'workProduct.recalled': {
      const { workProductId, why } = event.data
      return [
        reaction(deliveries, { type: 'withdrawDeliveries', caseId, workProductId, why }),
        reaction(deadLetters, { type: 'dropDecision', caseId, workProductId, why }),
      ]
    }
    default:
      return []
  }
}

function fileLetter(event: Happened, { profile }: Context): Reaction[] {
  if (event.type !== 'letter.composed') return []
  const { documentId, subject: name, sha256, bytes, pageCount, date: receiptDate } = event.data
  const document = {
    documentId,
    name,
    description: '',
    categories: [profile.unsortedCategory],
    receiptDate,
    content: { sha256, bytes, mediaType: 'application/pdf', firstPage: 1, pageCount },
    madeAs: 'sentLetter' as const,
  }
  const { caseId } = event
  return [reaction(caseFile, { type: 'fileDocuments', caseId, documents: [document], onDuplicate: 'link' })]
}

/** One transcript for all tracks of a session. */
function awaitTranscript(event: Happened): Reaction[] {
  if (event.type !== 'session.artifactFiled' || event.data.kind !== 'recording') return []
  const { caseId, id, at } = event
  const { sessionId, documentId, speaker, startedAt, durationMs } = event.data
  const timed = withoutUndefined({ startedAt, durationMs })
  const recording = { documentId, speaker: speaker?.name ?? 'Unknown speaker', ...timed }
  return [reaction(transcripts, { type: 'awaitTranscript', caseId, sessionId, recording, event: { id, at } })]
}

/** A transcript is a document of the case; making or certifying it again revises that document. */
function fileTranscript(event: Happened, { profile }: Context): Reaction[] {
  if (event.type !== 'transcript.drafted' && event.type !== 'transcript.printed') return []
  const { caseId } = event
  const { sessionId, transcriptId, documentId, name, sha256, bytes, pageCount, date } = event.data
  const mediaType = 'application/pdf'
  const content = { sha256, bytes, mediaType, firstPage: 1, pageCount }
  if (event.type === 'transcript.printed' || event.data.isAnew)
    return [reaction(caseFile, { type: 'reviseDocument', caseId, documentId, content })]
  const { transcript: documentType } = profile.sessions.documentTypes ?? {}
  const category = profile.documentTypes.find((type) => type.name === documentType)?.category
  const document = {
    documentId,
    name,
    ...withoutUndefined({ documentType }),
    description: '',
    categories: [category ?? profile.unsortedCategory],
    receiptDate: date,
    content,
    madeAs: 'transcript' as const,
  }
  const artifact = { sessionId, artifactId: transcriptId, kind: 'transcript' as const, mediaType }
  return [reaction(caseFile, { type: 'fileArtifact', caseId, document, artifact })]
}

/** Whenever the age of a party may have become relevant. */
function weighAge(event: Happened): Reaction[] {
  const { type, caseId, id, at } = event
  const isRelevant =
    ['party.recorded', 'party.merged', 'party.removed', 'case.reopened'].includes(type) ||
    (event.type === 'timer.fired' && event.data.name === ageTimer)
  return isRelevant ? [reaction(priority, { type: 'weighAge', caseId, event: { id, at } })] : []
}

/** Whenever a power of attorney may have ended, or its end may have moved. */
function watchPowers(event: Happened): Reaction[] {
  const { type, caseId, id, at } = event
  const isRelevant =
    (event.type === 'party.representationChanged' && event.data.change !== 'ended') ||
    ['party.merged', 'party.removed', 'case.reopened'].includes(type) ||
    (event.type === 'timer.fired' && event.data.name === powerTimer)
  return isRelevant ? [reaction(powersOfAttorney, { type: 'watchPowers', caseId, event: { id, at } })] : []
}

function prioritiseCourtRemands(event: Happened, { profile }: Context): Reaction[] {
  if (event.type === 'remand.received')
    return [reaction(priority, { type: 'courtRemand', caseId: event.caseId, why: event.data.why })]
  if (event.type !== 'case.opened' && event.type !== 'case.corrected') return []
  const type = profile.caseTypes.find(({ name }) => name === event.data.caseType)
  if (!type?.isCourtRemand) return []
  const why = `It is of the type “${type.label}”.`
  return [reaction(priority, { type: 'courtRemand', caseId: event.caseId, why })]
}

/** An issue that continues in another case is not decided in this one too. */
function leaveContinuedIssues(event: Happened): Reaction[] {
  if (event.type !== 'case.linked' || event.data.direction !== 'to') return []
  const { caseId, data } = event
  const { kind, shared } = data
  const why = `It goes on as the case ${data.caseId}.`
  const issueIds = (shared?.issues ?? []).map(({ id }) => id)
  if (kind === 'split')
    return issueIds.map((issueId) =>
      reaction(issues, { type: 'removeIssue', caseId, issueId, how: 'moved', why }),
    )
  return [
    ...(issueIds.length > 0 ? [reaction(issues, { type: 'moveIssues', caseId, issueIds, why })] : []),
    ...(kind === 'substitution'
      ? [reaction(work, { type: 'stop', caseId, reason: kind, goesOnAs: data.caseId })]
      : []),
  ]
}

/** A recalled decision no longer decides its issues; those that continue elsewhere stay there. */
function endRecalledRemands(event: Happened): Reaction[] {
  if (event.type !== 'workProduct.recalled') return []
  const { caseId, data } = event
  const { workProductId, why } = data
  return [
    reaction(remands, { type: 'endRemands', caseId, how: 'recalled', workProductId, why }),
    reaction(issues, { type: 'leaveContinued', caseId }),
  ]
}

/** A remand ends with the last of its issues, and resumes when one is restored. */
function followRemovedIssues(event: Happened): Reaction[] {
  if (event.type === 'issue.restored') {
    const { issueId } = event.data
    return [reaction(remands, { type: 'resumeIssue', caseId: event.caseId, issueId })]
  }
  if (event.type !== 'issue.removed') return []
  return [reaction(remands, { type: 'endEmpty', caseId: event.caseId })]
}

/** Open sessions, drafts and remands end with their case. */
function endWithCase(event: Happened): Reaction[] {
  if (event.type !== 'case.closed') return []
  const { caseId } = event
  const { sessions = [], drafts = [] } = event.data
  const why = 'The case was closed.'
  return [
    reaction(remands, { type: 'endRemands', caseId, how: 'closed', why }),
    ...sessions.map((sessionId) =>
      reaction(session, { type: 'endSession', caseId, sessionId, outcome: 'withdrawn', why }),
    ),
    ...drafts.map((workProductId) => reaction(workProducts, { type: 'discard', caseId, workProductId, why })),
  ]
}

/** Whatever ended with the case is restored with it. */
function restoreWithCase(event: Happened): Reaction[] {
  if (event.type !== 'case.reopened') return []
  const { caseId, data } = event
  const { why, sessions = [], drafts = [], issues: issueIds = [], remands: ended = [] } = data
  return [
    ...(issueIds.length > 0 ? [reaction(issues, { type: 'restoreList', caseId, issueIds })] : []),
    ...(ended.length > 0 ? [reaction(remands, { type: 'resumeRemands', caseId, remands: ended, why })] : []),
    ...drafts.map((draft) => reaction(workProducts, { type: 'reinstate', caseId, ...draft, why })),
    ...sessions.map((request) => reaction(session, { type: 'requestSession', caseId, ...request, why })),
  ]
}

/** Mail of some types withdraws issues, as the profile declares. */
function withdrawIssues(event: Happened, { profile }: Context): Reaction[] {
  if (event.type !== 'task.completed') return []
  const { caseId, data } = event
  const { type, scope, issueIds } = data
  if (scope === undefined || scope === 'none') return []
  const mailType = profile.mailTypes.find(({ taskType }) => taskType === type)
  if (!mailType || mailType.asksScope?.issues === 'stay') return []
  const why = `${mailType.label}.`
  return [reaction(issues, { type: 'withdrawIssues', caseId, why, ...withoutUndefined({ issueIds }) })]
}

const ruleEvents = eventsIn(({ workflows }) =>
  workflows.flatMap(({ rules }) => rules.map(({ on }) => on.event)),
)

const deadlineEvents = eventsIn(({ timers }) =>
  timers.flatMap(({ extendedBy = [], tolledBy = [] }) => [
    ...extendedBy.map(({ on }) => on.event),
    ...tolledBy.flatMap(({ from, until }) => [from, ...until].map(({ event }) => event)),
  ]),
)

/** Cached by profile. */
function eventsIn(list: (profile: Profile) => string[]): (profile: Profile) => Set<EventType> {
  const cache = new WeakMap<Profile, Set<EventType>>()
  return (profile) => {
    const types = cache.get(profile) ?? new Set(list(profile) as EventType[])
    cache.set(profile, types)
    return types
  }
}
