import { Anchor } from './anchors.ts'
import { DocumentSummary } from './documents.ts'
import { bytes, json, type Row } from './route.ts'
import { sample } from './sample.ts'
import { nonEmpty, Sha256, strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'
import { ofProduct, SignWorkProduct } from './work-products.ts'

export const EditorLink = Type.Object({
  editor: Type.Object({
    binding: Type.String({ examples: ['main'] }),
    url: Type.String({
      description: 'The page on which the caller writes',
      examples: ['https://editor.example/d/7f3a'],
    }),
    expiresAt: Type.Optional(Timestamp),
  }),
})
export type EditorLink = Static<typeof EditorLink>

const { version, shown } = SignWorkProduct.properties

export const ProveSigning = Type.Object({ version, shown }, { ...strict, examples: [{ version: 1 }] })

export const SigningProof = Type.Object({
  proof: Type.String({ description: 'The other editor sends it with the signature of the caller' }),
  expiresAt: Timestamp,
})

const { id, name, receiptDate, documentType, categories, startPage, endPage } = DocumentSummary.properties

export const EditorEvidence = Type.Object({
  evidence: Type.Object({
    next: Type.Object(
      { url: Type.String(), expiresAt: Timestamp },
      { description: 'Where to ask again: it lasts from now' },
    ),
    documents: Type.Array(
      Type.Object({
        id,
        version: DocumentSummary.properties.version,
        sha256: { ...Sha256, description: 'SHA-256 of this version, as anchors name it' },
        name,
        receiptDate,
        documentType,
        categories,
        startPage,
        endPage,
        content: Type.String({ description: 'The URL of its pages, as a PDF' }),
        text: Type.String({ description: 'The URL of its text' }),
      }),
      { description: 'The documents that the author sees, as arranged' },
    ),
  }),
})
export type EditorEvidence = Static<typeof EditorEvidence>

export const EditorText = Type.Object({
  text: Type.Object({
    documentId: Anchor.properties.documentId,
    version: Anchor.properties.version,
    sha256: Anchor.properties.sha256,
    pages: Type.Array(
      Type.Object({
        page: Type.Integer({ minimum: 1, description: 'The page of the case' }),
        text: Type.String(),
      }),
      { description: 'Those whose text is known' },
    ),
  }),
})

const grant = Type.String({ examples: ['the-grant-of-the-editor'] })
const ofGrant = Type.Object({ grant })
const ofDocument = Type.Object({ grant, docId: nonEmpty(100, { description: 'The ID of the document' }) })

export const tag = 'Drafts'

/** For whoever writes a decision in another editor, and for that editor. */
export const routes = {
  openInEditor: {
    method: 'POST',
    path: '/cases/{id}/work-products/{productId}/editor-link',
    audience: 'deliberation',
    needs: 'draft',
    trace: 'link',
    summary: 'Get the page of the other editor on which the caller writes',
    description:
      'For the author of a draft that is open in the editor that is bound to the authoring port. 422 where none is bound, or it has no page.',
    params: ofProduct,
    answers: { 200: json('The page', EditorLink) },
    errors: [401, 403, 404, 422, 503],
    sdk: {
      call: 'client.workProducts.openInEditor',
      about:
        'Get the page of the editor that is bound to the authoring port, on which you write this draft. `stateForbids` where none is bound, or it has no page; `forbidden` for anyone but the author.',
      example: sample`
        const { binding, url } = await client.workProducts.openInEditor(caseId, workProductId).catch(() => ({
          binding: 'the workspace',
          url: \`/workspace/cases/\${caseId}/write/\${workProductId}\`,
        }))
        console.log(binding, url)
      `,
    },
  },
  proveSigning: {
    method: 'POST',
    path: '/cases/{id}/work-products/{productId}/signing-proof',
    audience: 'deliberation',
    needs: 'signDecisions',
    trace: 'own',
    summary: 'Get the proof with which the caller signs a version in another editor',
    description:
      'For this member and this version, once, within ten minutes. Whether they may sign it is decided when they do. Without a proof, a signature from another editor waits in the inbox.',
    params: ofProduct,
    body: ProveSigning,
    answers: { 201: json('The proof', SigningProof) },
    sdk: {
      call: 'client.workProducts.proveSigning',
      takes: ['version'],
      about:
        'Get the proof with which you sign a version in another editor: for you, for this version, once, within ten minutes. Hand it to the editor; without it, your signature waits in the inbox.',
      example: sample`
        const { version, shown } = await client.workProducts.blockers(caseId, workProductId)
        const { proof, expiresAt } = await client.workProducts.proveSigning(caseId, workProductId, version, { shown })
        console.log(proof.length, expiresAt)
      `,
    },
  },
  listEditorEvidence: {
    method: 'GET',
    path: '/editor-evidence/{grant}',
    audience: 'party',
    trace: { view: 'caseFile' },
    summary: 'List what an editor reads of a file in the name of its author; the signature is the credential',
    description:
      'The URL comes with the calls of the authoring port. It ends after fifteen minutes, and at once when the case is assigned to somebody else, submitted or closed.',
    public: true,
    params: ofGrant,
    answers: { 200: json('The documents', EditorEvidence) },
    errors: [403, 404],
  },
  getEditorDocument: {
    method: 'GET',
    path: '/editor-evidence/{grant}/documents/{docId}/content',
    audience: 'party',
    trace: { download: 'document' },
    summary: 'Download a document for an editor; the signature is the credential',
    public: true,
    params: ofDocument,
    answers: {
      200: bytes('The document', 'application/pdf'),
      206: bytes('A range of it', 'The requested range'),
    },
    errors: [403, 404, 416],
  },
  getEditorText: {
    method: 'GET',
    path: '/editor-evidence/{grant}/documents/{docId}/text',
    audience: 'party',
    trace: { view: 'document' },
    summary: 'Get the text of a document for an editor; the signature is the credential',
    public: true,
    params: ofDocument,
    answers: { 200: json('The text, page by page', EditorText) },
    errors: [403, 404],
  },
} as const satisfies Record<string, Row>
