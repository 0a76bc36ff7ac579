import type { EventType } from '@portico/sdk'
import type { CasePart } from './keys.ts'

type Touched = { parts: readonly CasePart[]; lists?: boolean }

const theCase: Touched = {
  parts: ['detail', 'state', 'documents', 'issues', 'priority', 'links', 'custody', 'findings'],
  lists: true,
}
const theDocument: Touched = {
  parts: ['detail', 'documents', 'annotations', 'search', 'pageMap', 'access', 'findings'],
}
const tags: Touched = { parts: ['documents', 'search'] }
const annotations: Touched = { parts: ['documents', 'annotations', 'search'] }
const readMarks: Touched = { parts: ['documents', 'findings'] }
const sources: Touched = { parts: ['sources'] }
const parties: Touched = { parts: ['parties', 'priority', 'findings'], lists: true }
const onlyParties: Touched = { parts: ['parties'] }
const issues: Touched = { parts: ['issues', 'state', 'workProducts', 'findings'] }
const workProducts: Touched = { parts: ['workProducts', 'findings', 'decisions', 'state'] }
const drafts: Touched = { parts: ['workProducts', 'findings'] }
const remands: Touched = {
  parts: ['remands', 'issues', 'workProducts', 'findings', 'state', 'tasks'],
  lists: true,
}
/** Whoever holds the review may sign, whoever holds drafting decides the issues, and open mail may block a signature. */
const tasks: Touched = { parts: ['tasks', 'state', 'issues', 'workProducts', 'findings'], lists: true }
const mail: Touched = { parts: ['tasks', 'deliveries', 'findings'], lists: true }
const timers: Touched = { parts: ['tasks', 'state'] }
const sessions: Touched = { parts: ['sessions', 'tasks', 'state'] }
const transcripts: Touched = { parts: ['transcripts', 'sessions', 'documents'] }
const deliveries: Touched = { parts: ['deliveries', 'decisions'] }
const letters: Touched = { parts: ['deliveries', 'documents'] }
const nothing: Touched = { parts: [] }

/** The one place that says which queries an event makes stale. */
const byType: Record<EventType, Touched> = {
  'case.opened': theCase,
  'case.corrected': theCase,
  'case.aliased': theCase,
  'case.reported': theCase,
  'case.retracted': theCase,
  'case.historyRecorded': theCase,
  'case.documentsArranged': { parts: ['documents'] },
  'case.linked': theCase,
  'case.advanced': theCase,
  'case.courtRemanded': theCase,
  'case.issuesOrdered': { parts: ['issues', 'findings'] },
  'case.docketed': theCase,
  'case.docketingRefused': theCase,
  'case.closed': theCase,
  'case.reopened': theCase,
  'case.stateChanged': { parts: ['state', 'detail'], lists: true },
  'case.legalHoldPlaced': theCase,
  'case.legalHoldLifted': theCase,
  'case.sensitivitySet': theCase,
  'case.purged': theCase,

  'document.filed': theDocument,
  'document.revised': theDocument,
  'document.divided': theDocument,
  'document.edited': theDocument,
  'document.refused': theDocument,
  'document.writtenBack': theDocument,
  'document.held': theDocument,
  'document.admitted': theDocument,
  'document.removed': theDocument,
  'document.linked': theDocument,
  'document.unlinked': theDocument,
  'document.tagged': tags,
  'document.untagged': tags,
  'document.annotated': annotations,
  'document.annotationEdited': { parts: ['annotations', 'search'] },
  'document.annotationMoved': { parts: ['annotations'] },
  'document.annotationOrphaned': { parts: ['annotations'] },
  'document.annotationRemoved': annotations,
  'document.markedRead': readMarks,
  'document.markedUnread': readMarks,

  'source.listed': sources,
  'source.submitted': sources,
  'source.failed': sources,
  'source.unchanged': sources,

  'party.recorded': parties,
  'party.contactChanged': parties,
  'party.died': parties,
  'party.deathRetracted': parties,
  'party.representationChanged': parties,
  'party.merged': parties,
  'party.changedElsewhere': parties,
  'party.conflicted': parties,
  'party.conflictSettled': parties,
  'party.removed': parties,

  'access.granted': onlyParties,
  'access.withdrawn': onlyParties,

  'issue.added': issues,
  'issue.edited': issues,
  'issue.decided': issues,
  'issue.undecided': issues,
  'issue.split': issues,
  'issue.merged': issues,
  'issue.removed': issues,
  'issue.restored': issues,
  'issue.cited': issues,
  'issue.uncited': issues,
  'issue.citationMoved': issues,
  'issue.citationOrphaned': issues,
  'issue.overrideUsed': issues,

  'workProduct.drafted': workProducts,
  'workProduct.saved': drafts,
  'workProduct.submitted': workProducts,
  'workProduct.returned': workProducts,
  'workProduct.discarded': workProducts,
  'workProduct.reinstated': workProducts,
  'workProduct.commented': drafts,
  'workProduct.commentResolved': workProducts,
  'workProduct.commentReopened': workProducts,
  'workProduct.signed': workProducts,
  'workProduct.cleared': workProducts,
  'workProduct.released': workProducts,
  'workProduct.recalled': workProducts,
  'workProduct.sealed': workProducts,
  'workProduct.proposed': drafts,
  'workProduct.proposalAccepted': workProducts,
  'workProduct.proposalRejected': workProducts,
  'workProduct.proposalWithdrawn': workProducts,

  'remand.sentBack': remands,
  'remand.received': remands,
  'remand.mandateCorrected': remands,
  'remand.progressed': remands,
  'remand.returned': remands,
  'remand.answered': remands,
  'remand.answerRemoved': remands,
  'remand.instructionJudged': remands,
  'remand.ended': remands,
  'remand.resumed': remands,

  'task.opened': tasks,
  'task.assigned': tasks,
  'task.started': tasks,
  'task.held': tasks,
  'task.resumed': tasks,
  'task.instructed': tasks,
  'task.completed': tasks,
  'task.deadlineApproaching': tasks,
  'task.deadlineMoved': tasks,
  'task.moved': tasks,
  'task.handedOver': tasks,
  'task.cancelled': tasks,

  'override.used': nothing,

  'mail.routed': mail,
  'mail.judgedAgain': mail,
  'mail.received': mail,
  'mail.dropped': mail,

  'timer.set': timers,
  'timer.moved': timers,
  'timer.fired': timers,
  'timer.cancelled': timers,

  'session.requested': sessions,
  'session.scheduled': sessions,
  'session.rescheduled': sessions,
  'session.slotsSuggested': sessions,
  'session.conflicted': sessions,
  'session.conflictCleared': sessions,
  'session.reminderDue': sessions,
  'session.held': sessions,
  'session.recordSettled': sessions,
  'session.conferenceNeeded': sessions,
  'session.conferenceMoved': sessions,
  'session.conferenceCreated': sessions,
  'session.conferenceReady': sessions,
  'session.conferenceOverdue': sessions,
  'session.conferenceUnneeded': sessions,
  'session.conferenceCancelled': sessions,
  'session.participantJoined': sessions,
  'session.participantLeft': sessions,
  'session.artifactAnnounced': sessions,
  'session.artifactFiled': sessions,
  'session.artifactFailed': sessions,
  'session.noShow': sessions,
  'session.postponed': sessions,
  'session.withdrawn': sessions,
  'session.dayCorrected': sessions,

  'transcript.awaited': transcripts,
  'transcript.delayed': transcripts,
  'transcript.drafted': transcripts,
  'transcript.corrected': transcripts,
  'transcript.certified': transcripts,
  'transcript.printed': transcripts,

  'delivery.owed': deliveries,
  'delivery.receipted': deliveries,
  'delivery.failed': deliveries,
  'delivery.redriven': deliveries,
  'delivery.dropped': deliveries,
  'delivery.withdrawn': deliveries,

  'effectuation.completed': deliveries,
  'effectuation.failed': deliveries,

  'letter.owed': letters,
  'letter.composed': letters,
  'letter.receipted': letters,
  'letter.failed': letters,
  'letter.withdrawn': letters,

  'notification.owed': onlyParties,
  'notification.receipted': onlyParties,
  'notification.failed': onlyParties,
  'notification.preferencesSet': onlyParties,
}

export function touchedBy(type: EventType): Required<Touched> {
  // A page that is older than the service hears of types that it does not know.
  const { parts, lists = false } = byType[type] ?? theCase
  return { parts: [...parts, 'history'], lists }
}
