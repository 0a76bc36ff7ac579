import type { PortsDesk } from '../app/boundary/ports-desk.ts'
import { EditorUnavailable } from '../app/decisions/outside-editor.ts'
import type { Portico } from '../app/portico.ts'
import { Refusal } from '../core/kernel/decider.ts'
import { HttpRefusal } from './errors.ts'
import type { Handlers } from './route.ts'

/** Writing in another editor: the way there, and what it reads and signs in the name of its author. */
export function editorHandlers(
  portico: Portico,
  { editor }: Pick<PortsDesk, 'editor'>,
  { publicUrl }: { publicUrl?: string | undefined },
) {
  const { editorAccess, signingProofs, workProducts } = portico
  const productOf = async ({ caseId, workProductId }: { caseId: string; workProductId: string }) => {
    const found = (await workProducts.list(caseId)).find(({ id }) => id === workProductId)
    if (!found) throw new Refusal('notFound', 'There is no such work product in this case.')
    return found
  }

  return {
    openInEditor: async ({ params: { id: caseId, productId: workProductId }, caller }) => {
      await productOf({ caseId, workProductId })
      const author = { id: caller.id, username: caller.username }
      const opened = editor.link({ caseId, workProductId }, author)
      return { editor: await opened.catch(asUnavailable) }
    },

    proveSigning: async ({ params: { id: caseId, productId: workProductId }, body, caller, now }) => {
      const { version, shown } = body
      const found = await productOf({ caseId, workProductId })
      if (found.version !== version)
        throw new Refusal(
          'conflict',
          `The work product is at version ${found.version}, not ${version}: read it again.`,
        )
      const signing = { caseId, workProductId, version, memberId: caller.id }
      return signingProofs.give({ ...signing, ...(shown === undefined ? {} : { shown }) }, now)
    },

    listEditorEvidence: async ({ params, leaveTrace, request }) => {
      const { facts, member, reader } = await editorAccess.read(params.grant)
      const { grant, expiresAt } = editorAccess.give(facts.id, member.id)
      const url = `${publicUrl ?? `${request.protocol}://${request.host}`}/editor-evidence/${grant}`
      const documents = (await editorAccess.documents(facts.id, reader)).map((document) => ({
        ...document,
        content: `${url}/documents/${document.id}/content`,
        text: `${url}/documents/${document.id}/text`,
      }))
      await leaveTrace(accessOf({ facts, member }))
      return { evidence: { next: { url, expiresAt }, documents } }
    },

    getEditorDocument: async ({ params, sendFile }) => {
      const { facts, member, reader } = await editorAccess.read(params.grant)
      const { content, name } = await portico.documents.facts(facts.id, params.docId, reader)
      const file = await portico.files.documentFile(content)
      const named = { ...file, mediaType: 'application/pdf', name: `${name}.pdf` }
      return sendFile(named, accessOf({ facts, member }))
    },

    getEditorText: async ({ params, leaveTrace }) => {
      const { facts, member, reader } = await editorAccess.read(params.grant)
      const {
        id: documentId,
        version,
        content,
      } = await portico.documents.facts(facts.id, params.docId, reader)
      const pages = await editorAccess.pages(facts.id, documentId)
      await leaveTrace(accessOf({ facts, member }))
      return { text: { documentId, version, sha256: content.sha256, pages } }
    },
  } satisfies Partial<Handlers>
}

const accessOf = ({
  facts,
  member: { id, username, kind },
}: Pick<Awaited<ReturnType<Portico['editorAccess']['read']>>, 'facts' | 'member'>) => ({
  caseId: facts.id,
  member: { id, name: username, kind },
})

function asUnavailable(error: unknown): never {
  if (error instanceof EditorUnavailable) throw new HttpRefusal(503, error.message, { 'retry-after': '5' })
  throw error
}
