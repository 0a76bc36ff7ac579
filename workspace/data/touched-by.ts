import type { EventType } from '@portico/sdk'
import type { CasePart } from './keys.ts'

type Touched = { parts: readonly CasePart[]; lists?: boolean }

/** The one place that says which queries an event makes stale, by the first word of its type. */
const bySubject: Record<string, Touched> = {
  case: {
    parts: ['detail', 'state', 'documents', 'issues', 'priority', 'links', 'custody', 'findings'],
    lists: true,
  },
  document: { parts: ['detail', 'documents', 'annotations', 'search', 'pageMap', 'access', 'findings'] },
  source: { parts: ['sources'] },
  party: { parts: ['parties', 'priority', 'findings'], lists: true },
  access: { parts: ['parties'] },
  issue: { parts: ['issues', 'state', 'workProducts', 'findings'] },
  workProduct: { parts: ['workProducts', 'findings', 'decisions', 'state'] },
  remand: { parts: ['remands', 'issues', 'workProducts', 'findings', 'state', 'tasks'], lists: true },
  // Who holds the review may sign, who holds drafting decides the issues, and open mail may stand in the way.
  task: { parts: ['tasks', 'state', 'issues', 'workProducts', 'findings'], lists: true },
  override: { parts: [] },
  mail: { parts: ['tasks', 'deliveries', 'findings'], lists: true },
  timer: { parts: ['tasks', 'state'] },
  session: { parts: ['sessions', 'tasks', 'state'] },
  transcript: { parts: ['transcripts', 'sessions', 'documents'] },
  delivery: { parts: ['deliveries', 'decisions'] },
  letter: { parts: ['deliveries', 'documents'] },
  notification: { parts: ['parties'] },
  effectuation: { parts: ['deliveries', 'decisions'] },
}

/** Events that come often and touch less than their subject does. */
const byType: Partial<Record<EventType, Touched>> = {
  'document.tagged': { parts: ['documents', 'search'] },
  'document.untagged': { parts: ['documents', 'search'] },
  'document.markedRead': { parts: ['documents', 'findings'] },
  'document.markedUnread': { parts: ['documents', 'findings'] },
  'document.annotated': { parts: ['documents', 'annotations', 'search'] },
  'document.annotationEdited': { parts: ['annotations', 'search'] },
  'document.annotationMoved': { parts: ['annotations'] },
  'document.annotationOrphaned': { parts: ['annotations'] },
  'document.annotationRemoved': { parts: ['documents', 'annotations', 'search'] },
  'case.documentsArranged': { parts: ['documents'] },
  'case.issuesOrdered': { parts: ['issues', 'findings'] },
  'case.stateChanged': { parts: ['state', 'detail'], lists: true },
  'workProduct.saved': { parts: ['workProducts', 'findings'] },
  'workProduct.commented': { parts: ['workProducts', 'findings'] },
  'workProduct.proposed': { parts: ['workProducts', 'findings'] },
}

export function touchedBy(type: EventType): Required<Touched> {
  const [subject = ''] = type.split('.')
  const touched = byType[type] ?? bySubject[subject]
  if (!touched) return { parts: [], lists: false }
  return { lists: false, ...touched, parts: [...touched.parts, 'history'] }
}
