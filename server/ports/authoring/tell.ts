import type { authoring } from '@portico/contract/ports/authoring'
import type { CallName, InputOf } from '@portico/contract/ports/kit'
import { isDraftingTask } from '../../core/decision/drafting.ts'
import { authorOf, Refusal } from '../../core/kernel/decider.ts'
import { findDocument } from '../../projections/documents.ts'
import { listWorkProducts } from '../../projections/work-products.ts'
import type { StoredEvent } from '../../store/events/read.ts'
import { messageOf } from '../../store/inbound-facts.ts'
import { readText } from '../../store/work-product-texts.ts'
import { Cancelled, cancelled, type Due, type PortParts } from '../delivery/bindings/serve-port.ts'
import {
  annotationsOn,
  asAuthor,
  authorOn,
  documentGiven,
  documentsOn,
  draftOn,
  draftReader,
  evidenceFor,
  issuesOn,
  notToBeTold,
  ofCase,
} from './given.ts'

type Input<Name extends CallName<typeof authoring>> = Promise<InputOf<typeof authoring, Name> | Cancelled>
type OfType<Type extends StoredEvent['type']> = Due<Type>

/** The state as of now, whatever the event said: what comes later is said once more, and an older one never overrides it. */
export async function openEditor(
  due: OfType<'task.opened' | 'task.assigned' | 'workProduct.drafted'>,
  parts: PortParts<'cases' | 'editorAccess' | 'issues' | 'profiles'>,
): Input<'openEditor'> {
  const { event, caseId } = due
  const profile = parts.portico.profiles.inForce()
  if (event.type !== 'workProduct.drafted' && !isDraftingTask(event.data.type, profile))
    return cancelled('The task is none of drafting.')
  const author = await authorOn(caseId, parts)
  if (author instanceof Cancelled) return author
  const [of, draft, documents, issues] = await Promise.all([
    ofCase(due, parts),
    draftOn(caseId, parts),
    documentsOn(author, parts),
    issuesOn(caseId, parts),
  ])
  return {
    ...of,
    author: asAuthor(author),
    ...(draft ? { draft } : {}),
    documents,
    evidence: evidenceFor(author, parts),
    issues,
    boilerplate: profile.boilerplate,
  }
}

export async function closeEditor(
  due: OfType<'task.assigned' | 'task.completed' | 'task.cancelled' | 'case.closed'>,
  parts: PortParts<'cases' | 'editorAccess' | 'profiles'>,
): Input<'closeEditor'> {
  const { event, caseId } = due
  if (event.type !== 'case.closed' && !isDraftingTask(event.data.type, parts.portico.profiles.inForce()))
    return cancelled('The task is none of drafting.')
  const author = event.type === 'case.closed' ? undefined : await authorOn(caseId, parts)
  const why = {
    'task.assigned': 'reassigned',
    'task.completed': 'completed',
    'task.cancelled': 'cancelled',
    'case.closed': 'caseClosed',
  } as const
  return {
    ...(await ofCase(due, parts)),
    why: why[event.type],
    ...(author && !(author instanceof Cancelled) ? { author: asAuthor(author) } : {}),
  }
}

type DocumentEvent =
  | 'document.filed'
  | 'document.revised'
  | 'document.divided'
  | 'document.edited'
  | 'document.held'
  | 'document.admitted'
  | 'document.removed'

/** What is not for the author is not told of, but that it is gone where it was told of before. */
export async function documentChanged(
  due: OfType<DocumentEvent>,
  parts: PortParts<'cases' | 'editorAccess' | 'profiles'>,
): Input<'documentChanged'> {
  const author = await authorOn(due.caseId, parts)
  if (author instanceof Cancelled) return author
  const { reader } = author
  const { documentId } = due.event.data
  if (reader.concealed.includes(documentId)) return cancelled('The document is not for the author.')
  const { id, audience, concealed } = reader
  const document = await findDocument(parts.db, due.caseId, documentId, id, audience, concealed)
  return {
    ...(await ofCase(due, parts)),
    documentId,
    ...(document ? { document: documentGiven(document) } : {}),
    evidence: evidenceFor(author, parts),
  }
}

type AnnotationEvent =
  | 'document.annotated'
  | 'document.annotationEdited'
  | 'document.annotationMoved'
  | 'document.annotationOrphaned'
  | 'document.annotationRemoved'

export async function annotationChanged(
  due: OfType<AnnotationEvent>,
  parts: PortParts<'cases' | 'editorAccess' | 'profiles'>,
): Input<'annotationChanged'> {
  const author = await authorOn(due.caseId, parts)
  if (author instanceof Cancelled) return author
  const { documentId, annotationId } = due.event.data
  if (author.reader.concealed.includes(documentId)) return cancelled('The document is not for the author.')
  const seen = await annotationsOn(due.caseId, author.reader, parts.db)
  const found = seen.find((one) => one.annotationId === annotationId)
  if (!found && due.event.type === 'document.annotated')
    return cancelled('There is no such annotation that the author may see.')
  const { documentId: _, ...annotation } = found ?? { documentId }
  return {
    ...(await ofCase(due, parts)),
    documentId,
    annotationId,
    ...(found ? { annotation: annotation as Omit<typeof found, 'documentId'> } : {}),
  }
}

type Follow<Type extends StoredEvent['type'], Name extends CallName<typeof authoring>> = (
  due: OfType<Type>,
  parts: PortParts<'cases' | 'editorAccess' | 'issues' | 'proposals' | 'workProducts'>,
) => Input<Name>

export const issuesChanged: Follow<StoredEvent['type'], 'issuesChanged'> = async (due, parts) => {
  const author = await authorOn(due.caseId, parts)
  if (author instanceof Cancelled) return author
  return { ...(await ofCase(due, parts)), issues: await issuesOn(due.caseId, parts) }
}

/** By a colleague, or by the editor itself, which learns what has become of its own message. */
export const draftChanged: Follow<'workProduct.saved', 'draftChanged'> = async (due, parts) => {
  const { caseId, event } = due
  const draft = await draftOn(caseId, parts)
  if (draft?.workProductId !== event.data.workProductId)
    return cancelled('The draft is not written any more.')
  if (!(await draftReader(caseId, draft.workProductId, parts))) return notToBeTold
  const message = await messageOf(parts.db, event.correlationId, { port: 'authoring', binding: due.binding })
  return {
    ...(await ofCase(due, parts)),
    draft,
    by: doneBy(event),
    ...(message === undefined ? {} : { fact: message }),
  }
}

type Commented = 'workProduct.commented' | 'workProduct.commentResolved' | 'workProduct.commentReopened'

export const commentsChanged: Follow<Commented, 'commentsChanged'> = async (due, parts) => {
  const { workProductId } = due.event.data
  if (!(await draftReader(due.caseId, workProductId, parts))) return notToBeTold
  const comments = await parts.portico.workProducts.comments({ caseId: due.caseId, workProductId })
  return { ...(await ofCase(due, parts)), workProductId, comments }
}

type Proposed =
  | 'workProduct.proposed'
  | 'workProduct.proposalAccepted'
  | 'workProduct.proposalRejected'
  | 'workProduct.proposalWithdrawn'

export const proposalsChanged: Follow<Proposed, 'proposalsChanged'> = async (due, parts) => {
  const { caseId, event } = due
  const { workProductId } = event.data
  if (!(await draftReader(caseId, workProductId, parts))) return notToBeTold
  const { proposals } = await parts.portico.proposals.list({ caseId, workProductId })
  const draft = event.type === 'workProduct.proposalAccepted' ? await draftOn(caseId, parts) : undefined
  return { ...(await ofCase(due, parts)), workProductId, proposals, ...(draft ? { draft } : {}) }
}

type Moved =
  | 'workProduct.submitted'
  | 'workProduct.returned'
  | 'workProduct.signed'
  | 'workProduct.recalled'
  | 'workProduct.discarded'
  | 'workProduct.reinstated'

const changes = {
  'workProduct.submitted': { change: 'submitted', status: 'inReview' },
  'workProduct.returned': { change: 'returned', status: 'draft' },
  'workProduct.signed': { change: 'signed', status: 'signed' },
  'workProduct.recalled': { change: 'recalled', status: 'recalled' },
  'workProduct.discarded': { change: 'discarded', status: 'discarded' },
  'workProduct.reinstated': { change: 'reinstated', status: 'draft' },
} as const

export const draftMoved: Follow<Moved, 'draftMoved'> = async (due, parts) => {
  const { caseId, event } = due
  const { workProductId } = event.data
  const [product] = await listWorkProducts(parts.db, caseId, workProductId)
  if (!product) throw new Refusal('notFound', 'There is no such work product in this case.')
  return {
    ...(await ofCase(due, parts)),
    workProductId,
    ...changes[event.type],
    ...(event.type === 'workProduct.reinstated' ? { status: event.data.status } : {}),
    version: 'version' in event.data ? event.data.version : product.version,
    by: doneBy(event),
    ...((await draftReader(caseId, workProductId, parts)) ? await reasonsOf(event, parts) : {}),
  }
}

async function reasonsOf(event: OfType<Moved>['event'], { db }: PortParts) {
  if ('why' in event.data) return { reasons: [event.data.why] }
  if (event.type !== 'workProduct.returned') return {}
  const reasons = (await readText(db, event.caseId, event.data.reasonsSha256)) as string[] | undefined
  return reasons ? { reasons } : {}
}

function doneBy(event: StoredEvent) {
  const { id, name } = authorOf(event)
  return { id, username: name }
}
