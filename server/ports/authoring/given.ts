import type { Issue } from '@portico/contract/issues'
import type { authoring } from '@portico/contract/ports/authoring'
import type { InputOf } from '@portico/contract/ports/kit'
import { readDraft } from '../../app/decisions/draft-text.ts'
import type { OnCase } from '../../app/decisions/editor-access.ts'
import { isUnfinished } from '../../core/decision/work-product-state.ts'
import { withoutUndefined } from '../../core/kernel/without-undefined.ts'
import { aliasesOf } from '../../projections/cases.ts'
import { listCitations } from '../../projections/citations.ts'
import { type DocumentFacts, listAnnotations, listDocuments } from '../../projections/documents.ts'
import { listWorkProducts } from '../../projections/work-products.ts'
import { consistentRead } from '../../store/consistent-read.ts'
import { type Cancelled, cancelled, type Due, type PortParts } from '../delivery/bindings/serve-port.ts'

type Opening = InputOf<typeof authoring, 'openEditor'>

/** What every call about a case says of it. */
export async function ofCase({ caseId, event: { at, sequence } }: Due, { db, portico }: PortParts<'cases'>) {
  const { docketNumber } = await portico.cases.find(caseId)
  return { case: { caseId, docketNumber, aliases: await aliasesOf(db, caseId) }, at, sequence }
}

/** Whoever writes the case, as far as they see it; cancelled where nobody does. */
export async function authorOn(
  caseId: string,
  { portico }: PortParts<'editorAccess'>,
): Promise<OnCase | Cancelled> {
  const author = await portico.editorAccess.authorOf(caseId)
  if (!author) return cancelled('Nobody holds a task of drafting on this case.')
  const found = await portico.editorAccess.onCase(caseId, author.id)
  return found ?? cancelled(`${author.name} may not see this case any more.`)
}

/**
 * A draft is told of to whoever writes it, and while nobody does to whoever wrote it last; undefined where they may not
 * see the case any more.
 */
export async function draftReader(
  caseId: string,
  workProductId: string,
  { db, portico }: PortParts<'editorAccess'>,
): Promise<OnCase | undefined> {
  const [author, [product]] = await Promise.all([
    portico.editorAccess.authorOf(caseId),
    listWorkProducts(db, caseId, workProductId),
  ])
  const id = author?.id ?? (product?.submitted ?? product?.saved)?.by.id
  return id === undefined ? undefined : portico.editorAccess.onCase(caseId, id)
}

export const notToBeTold = cancelled('Whoever writes or wrote the draft may not see this case any more.')

export const asAuthor = ({ member: { id, username } }: Pick<OnCase, 'member'>) => ({ id, username })

/** Where the editor reads the file, in the name of the author. */
export function evidenceFor({ member, facts }: OnCase, { portico, fileLinks }: PortParts<'editorAccess'>) {
  const { grant, expiresAt } = portico.editorAccess.give(facts.id, member.id)
  return { url: fileLinks.at(`/editor-evidence/${grant}`), expiresAt }
}

/** The draft as it is being written, if there is one. */
export async function draftOn(caseId: string, { db }: PortParts): Promise<Opening['draft']> {
  return consistentRead(db, async (tx) => {
    const product = (await listWorkProducts(tx, caseId)).find(({ status }) => isUnfinished(status))
    if (!product) return undefined
    const { workProductId, version, revision, text } = await readDraft(tx, {
      caseId,
      workProductId: product.id,
    })
    return { workProductId, version, revision, ...text }
  })
}

export function documentGiven(document: DocumentFacts) {
  const {
    id: documentId,
    version,
    name,
    receiptDate,
    documentType,
    categories,
    startPage,
    endPage,
  } = document
  return {
    documentId,
    version,
    sha256: document.content.sha256,
    name,
    receiptDate,
    ...(documentType === undefined ? {} : { documentType }),
    categories,
    startPage,
    endPage,
  }
}

export async function documentsOn({ facts: { id }, reader }: OnCase, { db }: PortParts) {
  const [documents, annotations] = await Promise.all([
    listDocuments(db, id, reader.id, reader.audience, reader.concealed),
    annotationsOn(id, reader, db),
  ])
  const byDocument = Map.groupBy(annotations, ({ documentId }) => documentId)
  return documents.map((document) => ({
    ...documentGiven(document),
    annotations: (byDocument.get(document.id) ?? []).map(({ documentId: _, ...annotation }) => annotation),
  }))
}

/** Those that the author sees, with where they are. */
export async function annotationsOn(caseId: string, reader: OnCase['reader'], db: PortParts['db']) {
  const found = await listAnnotations(db, caseId, { reader })
  return found.map(({ id, ...annotation }) => ({ annotationId: id, ...annotation }))
}

export async function issuesOn(
  caseId: string,
  { db, portico }: PortParts<'issues'>,
): Promise<Opening['issues']> {
  const [{ issues }, citations] = await Promise.all([portico.issues.list(caseId), listCitations(db, caseId)])
  const byIssue = Map.groupBy(citations, ({ issueId }) => issueId)
  // What an earlier decision decides, and what is away, is not for this one.
  const own = issues.filter(({ status, signedIn }) => status !== 'sentBack' && signedIn === undefined)
  return own.map(({ id, issueType, scope, description, decision }, index) => ({
    issueId: id,
    number: index + 1,
    issueType,
    ...withoutUndefined({ scope, description }),
    ...(decision ? decisionGiven(decision) : {}),
    evidence: (byIssue.get(id) ?? []).map(({ anchor }) => anchor),
  }))
}

const decisionGiven = ({ disposition, reasons, instructions, note }: NonNullable<Issue['decision']>) => ({
  disposition,
  reasons,
  ...withoutUndefined({ instructions, note }),
})
